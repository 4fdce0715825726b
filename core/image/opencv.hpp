// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// For .cpp files only: no public header of ours includes OpenCV.

#include "core/image/image.hpp"

#include <opencv2/core.hpp>

namespace coarsen {

/// Keeps OpenCV on the calling thread: a series already runs one frame a thread. Its setting is the program's, so it is set once.
inline void keepOpenCvOnThisThread() {
    [[maybe_unused]] static const bool once = (cv::setNumThreads(1), true);
}

/// A read-only view of a float32 plane; valid as long as the image lives.
inline cv::Mat viewOf(const Image& image, int channel = 0) {
    const auto plane = image.plane<float>(channel);
    return cv::Mat(image.height(), image.width(), CV_32F, const_cast<float*>(plane.data()));
}

/// The same of a mask that is not empty: CV_8U, 1 = valid.
inline cv::Mat viewOf(const Mask& mask) {
    return cv::Mat(mask.height(), mask.width(), CV_8U, const_cast<std::uint8_t*>(mask.pixels().data()));
}

/// A float32 image that holds the matrix's pixels (single channel, CV_32F).
inline Image imageFrom(const cv::Mat& matrix) {
    std::vector<float> pixels;
    pixels.reserve(matrix.total());
    for (int y = 0; y < matrix.rows; ++y) {
        const float* row = matrix.ptr<float>(y);
        pixels.insert(pixels.end(), row, row + matrix.cols);
    }
    return Image(matrix.cols, matrix.rows, std::move(pixels));
}

}  // namespace coarsen
