// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preprocess/dust.hpp"

namespace cv {
class Mat;
}

namespace coarsen {

/// The frame without its dust (CV_8U, 1 where it is): masked or filled as the settings say.
Frame withoutDust(const Frame& frame, const cv::Mat& dust, const Dust& settings);

}  // namespace coarsen
