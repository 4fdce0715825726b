// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/opencv.hpp"
#include "core/preprocess/background.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace coarsen {

namespace {

/// As ImageJ: a large ball rolls under a picture made smaller by the least value of each block.
int reductionFor(double radiusPx) {
    return radiusPx <= 10 ? 1 : radiusPx <= 30 ? 2 : radiusPx <= 100 ? 4 : 8;
}

/// The least valid value of each block; infinite where there is none.
cv::Mat shrunk(const Image& image, const Mask& mask, int reduction) {
    const int across = (image.width() + reduction - 1) / reduction, down = (image.height() + reduction - 1) / reduction;
    cv::Mat small(down, across, CV_32F, cv::Scalar(std::numeric_limits<float>::infinity()));
    const auto valid = mask.pixels();
    image.visit([&](auto pixels) {
        for (std::size_t i = 0; i < pixels.size(); ++i) {
            if (!valid.empty() && !valid[i]) continue;
            const int x = static_cast<int>(i) % image.width(), y = static_cast<int>(i) / image.width();
            float& least = small.at<float>(y / reduction, x / reduction);
            least = std::min(least, static_cast<float>(pixels[i]));
        }
    });
    return small;
}

/// The upper half of a ball: its height above the plane through its lowest touch, by pixel of the small picture.
cv::Mat ballOf(double radius, double greyPerPx) {
    const int half = std::max(1, static_cast<int>(radius * 0.7));  // beyond, the ball is too steep to touch anything
    cv::Mat ball(2 * half + 1, 2 * half + 1, CV_32F);
    for (int y = -half; y <= half; ++y)
        for (int x = -half; x <= half; ++x)
            ball.at<float>(y + half, x + half) =
                static_cast<float>(greyPerPx * (std::sqrt(std::max(0.0, radius * radius - x * x - y * y)) - radius));
    return ball;
}

/// One pass of the ball: the least of picture - ball under it (`rises` false), or the most of picture + ball.
cv::Mat rolled(const cv::Mat& picture, const cv::Mat& ball, bool rises, const std::stop_token& stop) {
    const int half = ball.cols / 2;
    const float start = rises ? -std::numeric_limits<float>::infinity() : std::numeric_limits<float>::infinity();
    cv::Mat out(picture.size(), CV_32F, cv::Scalar(start));
    for (int y = 0; y < picture.rows && !stop.stop_requested(); ++y)
        for (int x = 0; x < picture.cols; ++x) {
            float& best = out.at<float>(y, x);
            for (int v = std::max(0, y - half); v <= std::min(picture.rows - 1, y + half); ++v)
                for (int u = std::max(0, x - half); u <= std::min(picture.cols - 1, x + half); ++u) {
                    const float height = ball.at<float>(v - y + half, u - x + half);
                    best = rises ? std::max(best, picture.at<float>(v, u) + height)
                                 : std::min(best, picture.at<float>(v, u) - height);
                }
        }
    return out;
}

}  // namespace

Image rollingBallBackground(const Image& image, const Mask& mask, double radiusPx, double brightest,
                            const std::stop_token& stop) {
    keepOpenCvOnThisThread();
    const int reduction = std::min(reductionFor(radiusPx), std::max(1, std::min(image.width(), image.height()) / 8));
    const cv::Mat small = shrunk(image, mask, reduction);
    // ImageJ's ball is as high in grey values of 8 bits as it is wide in pixels of the picture.
    const cv::Mat ball = ballOf(radiusPx / reduction, reduction * brightest / 255);
    cv::Mat background = rolled(rolled(small, ball, false, stop), ball, true, stop);
    cv::resize(background, background, {background.cols * reduction, background.rows * reduction}, 0, 0, cv::INTER_LINEAR);
    return imageFrom(background(cv::Rect(0, 0, image.width(), image.height())));
}

}  // namespace coarsen
