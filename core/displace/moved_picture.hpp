// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// For .cpp files of this folder only: no public header of ours includes OpenCV.

#include "core/displace/shift.hpp"
#include "core/image/opencv.hpp"

namespace coarsen {

/// Grey values that the picture (CV_32F) shows at R (p - c) + c + (x, y), for every p of `place` (c: the picture's centre):
/// cubic, or bilinear where it is turned; 0 where that lies beyond the picture. Only the place's rows 1, 1 + everyRow, ... are
/// drawn where `everyRow` is not 1; the others hold anything.
cv::Mat movedPicture(const cv::Mat& picture, const Shift& shift, const cv::Rect& place, int everyRow = 1);

/// The same of valid pixels (CV_8U, 0 or 1): 1 where all four around that place are.
cv::Mat movedValid(const cv::Mat& valid, const Shift& shift, const cv::Rect& place, int everyRow = 1);

}  // namespace coarsen
