// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/grown_mask.hpp"

#include "core/image/opencv.hpp"

#include <opencv2/imgproc.hpp>

namespace coarsen {

Mask grownMask(const Mask& mask, double byPx) {
    if (mask.isAllValid()) return mask;
    keepOpenCvOnThisThread();
    const cv::Mat valid(mask.height(), mask.width(), CV_8U, const_cast<std::uint8_t*>(mask.pixels().data()));  // it only reads
    cv::Mat distance;
    cv::distanceTransform(valid, distance, cv::DIST_L2, cv::DIST_MASK_PRECISE);
    std::vector<std::uint8_t> far(mask.pixels().size());
    for (std::size_t i = 0; i < far.size(); ++i)
        far[i] = static_cast<double>(distance.ptr<float>()[i]) > byPx;
    return {mask.width(), mask.height(), std::move(far)};
}

}  // namespace coarsen
