// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/convolve/engines.hpp"
#include "core/recipe/recipe.hpp"
#include "core/series/image_series.hpp"

#include <functional>
#include <stop_token>

namespace coarsen {

/// True where a step of the recipe needs the median of the series: one that looks for dust that stands still.
bool needsSeriesMedian(const Recipe& recipe);

/// Memory that the frames of the median take together, bytes.
std::size_t seriesMedianBytes(const ImageHeader& first);

/// The median of every pixel over up to 31 frames spread over the series, after the steps before that one, each frame of mean 0
/// and standard deviation 1 over its valid pixels: a moving pattern fades, what sits on the sensor stays. Frames that cannot be
/// read or differ in size from the first readable one are passed over. Empty after a stop, with fewer than 3 frames, and when the
/// recipe does not need it. `progress(done, total)` is called from any thread, never two at once.
Image seriesMedian(const ImageSeries& series, const Recipe& recipe, int threads,
                   const std::function<void(int, int)>& progress = {}, std::stop_token stop = {},
                   const ConvolutionRequest& convolution = {});

}  // namespace coarsen
