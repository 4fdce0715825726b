// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/prepared_picture.hpp"

#include "core/displace/match_rules.hpp"
#include "core/image/opencv.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <utility>

namespace coarsen {

PreparedPicture smoothed(MaskedImage centred, double smoothingPx) {
    const int width = centred.image.width(), height = centred.image.height(), reach = MatchRules::reachPx;
    cv::Mat smooth, inner;
    cv::GaussianBlur(viewOf(centred.image), smooth, {}, smoothingPx);
    if (centred.mask.isAllValid()) {  // the same, at once
        inner = cv::Mat::zeros(height, width, CV_8U);
        inner(cv::Rect(reach, reach, width - 2 * reach, height - 2 * reach)).setTo(1);
    } else {
        cv::erode(viewOf(centred.mask), inner, cv::Mat::ones(2 * reach + 1, 2 * reach + 1, CV_8U), {-1, -1}, 1,
                  cv::BORDER_CONSTANT, 0);
    }
    return {std::move(centred), imageFrom(smooth), Mask(width, height, {inner.datastart, inner.dataend})};
}

PreparedPicture preparedPicture(const MaskedImage& picture, double smoothingPx) {
    keepOpenCvOnThisThread();
    const int width = picture.image.width(), height = picture.image.height();
    if (std::min(width, height) < MatchRules::shortestSidePx) return {};
    const Image image = picture.image.asFloat();
    const cv::Mat valid = picture.mask.isAllValid() ? cv::Mat() : viewOf(picture.mask);
    cv::Scalar mean, deviation;
    cv::meanStdDev(viewOf(image), mean, deviation, valid.empty() ? cv::noArray() : cv::InputArray(valid));
    if (!(deviation[0] > 0)) return {};
    cv::Mat centred = (viewOf(image) - mean[0]) / deviation[0];
    if (!valid.empty()) centred.setTo(0, valid == 0);
    return smoothed({imageFrom(centred), picture.mask}, smoothingPx);
}

}  // namespace coarsen
