// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/series/image_series.hpp"

#include <vector>

namespace coarsen {

/// R_max in px that the frames of a synthetic series are known to have, by frame and NaN where it is not said: the column
/// `r_max_px` of a truth.csv beside the images or in the folder above. Empty without such a table, or with one of other images.
std::vector<double> trueLengths(const ImageSeries& series);

}  // namespace coarsen
