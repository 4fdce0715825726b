// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preprocess/dust.hpp"

namespace cv {
class Mat;
}

namespace coarsen {

/// 1 (CV_8U, of the frame's size) where the settings find dust and where it is painted; empty when there is none.
/// Throws SettingError: the mask's file.
cv::Mat foundDust(const Frame& frame, const StepContext& context, const Dust& settings);

/// The part of it that the user says himself, by a file or by strokes: known without a look at the picture.
cv::Mat usersDust(int frame, int width, int height, const Dust& settings);

}  // namespace coarsen
