// SPDX-License-Identifier: GPL-3.0-or-later
// The blur of the light by convolution engines against OpenCV's separable one, by which it was found before.
#include "core/preprocess/background.hpp"
#include "tests/support/random_images.hpp"

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace coarsen {
namespace {

/// Sums over blocks of valid pixels and their counts, blurred, divided, and linear between the blocks' centres.
cv::Mat blurredByOpenCv(const Image& image, const Mask& mask, double sigmaPx) {
    const int width = image.width(), height = image.height();
    const int side = std::clamp(static_cast<int>(sigmaPx / 6), 1, std::max(1, std::min(width, height) / 8));
    const cv::Size blocks((width + side - 1) / side, (height + side - 1) / side);
    cv::Mat sum = cv::Mat::zeros(blocks, CV_32F), count = cv::Mat::zeros(blocks, CV_32F), ratio;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            if (mask.isValid(x, y)) {
                sum.at<float>(y / side, x / side) += static_cast<float>(image.at(x, y));
                count.at<float>(y / side, x / side) += 1;
            }
    for (cv::Mat* plane : {&sum, &count})
        cv::GaussianBlur(*plane, *plane, {}, sigmaPx / side, sigmaPx / side, cv::BORDER_REFLECT);
    cv::divide(sum, cv::max(count, 1e-6F), ratio);
    if (side > 1) {
        const float scale = 1.0F / static_cast<float>(side), offset = 0.5F * scale - 0.5F;
        const cv::Mat place = (cv::Mat_<float>(2, 3) << scale, 0, offset, 0, scale, offset);
        cv::warpAffine(ratio, ratio, place, {width, height}, cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, cv::BORDER_REPLICATE);
    }
    return ratio;
}

TEST(BlurredBackground, IsOpenCvsWhateverEngineConvolves) {
    constexpr double range = 255;
    for (const auto& [width, height] : {std::pair{301, 203}, {64, 400}, {9, 5}})
        for (const double sigma : {1.0, 4.5, 11.9, 12.0, 40.0, 120.0})
            for (const char* engine : {"auto", "cpu-separable", "cpu-fft", "cpu-simd"})
                for (const bool isMasked : {false, true}) {
                    const Image image = randomImage(width, height, PixelType::u8);
                    const Mask mask = isMasked ? randomMask(width, height) : Mask{};
                    Convolvers convolvers({cpuConvolutionEngines(), engine});

                    const Image found = blurredBackground(image, mask, sigma, convolvers);

                    const cv::Mat expected = blurredByOpenCv(image, mask, sigma);
                    double worst = 0;
                    for (int y = 0; y < height; ++y)
                        for (int x = 0; x < width; ++x)
                            if (mask.isValid(x, y))
                                worst = std::max(worst, std::abs(found.at(x, y) - static_cast<double>(expected.at<float>(y, x))));
                    EXPECT_LT(worst, 1e-6 * range) << width << " x " << height << ", sigma " << sigma << ", " << engine;
                }
}

}  // namespace
}  // namespace coarsen
