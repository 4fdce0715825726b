// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/series/image_series.hpp"

#include <string>
#include <vector>

namespace coarsen {

/// Names of the images saved of each frame, without extension.
/// Each is the file's name without its own extension, with `_p0003` for a page and `_f0012` (the frame) where several would
/// share it. No two are alike, also where capitals do not count.
std::vector<std::string> imageNames(const ImageSeries& series);

}  // namespace coarsen
