// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/prepared_picture.hpp"

#include "core/image/opencv.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <utility>

namespace coarsen {

namespace {

constexpr int shortestSide = 16;
constexpr double smoothingPx = 1;
constexpr int reach = 3;  // of the smoothing, as far as it matters, and of a gradient

cv::Mat validOf(const Mask& mask, int width, int height) {
    if (mask.isAllValid()) return cv::Mat::ones(height, width, CV_8U);
    return viewOf(mask);
}

}  // namespace

PreparedPicture smoothed(MaskedImage centred) {
    const int width = centred.image.width(), height = centred.image.height();
    cv::Mat smooth, inner;
    cv::GaussianBlur(viewOf(centred.image), smooth, {}, smoothingPx);
    cv::erode(validOf(centred.mask, width, height), inner, cv::Mat::ones(2 * reach + 1, 2 * reach + 1, CV_8U), {-1, -1}, 1,
              cv::BORDER_CONSTANT, 0);
    return {std::move(centred), imageFrom(smooth), Mask(width, height, {inner.datastart, inner.dataend})};
}

PreparedPicture preparedPicture(const MaskedImage& picture) {
    keepOpenCvOnThisThread();
    const int width = picture.image.width(), height = picture.image.height();
    if (std::min(width, height) < shortestSide) return {};
    const Image image = picture.image.asFloat();
    const cv::Mat valid = validOf(picture.mask, width, height);
    cv::Scalar mean, deviation;
    cv::meanStdDev(viewOf(image), mean, deviation, valid);
    if (!(deviation[0] > 0)) return {};
    cv::Mat centred = (viewOf(image) - mean[0]) / deviation[0];
    if (!picture.mask.isAllValid()) centred.setTo(0, valid == 0);
    return smoothed({imageFrom(centred), picture.mask});
}

}  // namespace coarsen
