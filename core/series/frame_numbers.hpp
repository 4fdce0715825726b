// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/series/image_series.hpp"

#include <optional>
#include <string>
#include <vector>

namespace coarsen {

/// The names of the frames' files without folder and ending.
std::vector<std::string> stemsOf(const ImageSeries& series);

/// Place of each frame in its series by the number in its name: 0 for the first, 1 for the next of a series without gaps.
/// The number is the only one that differs from name to name ("run3_0017": 17); where all numbers have a common step ("frame_10,
/// frame_20, frame_40") it counts in that. Nothing for a frame whose name is built in another way, and empty where no number
/// counts.
std::vector<std::optional<double>> placesByNumber(const ImageSeries& series);

/// "3, 4, 7 and 12 more": the numbers that no name has between the first and the last; empty where none is missing.
std::string missingNumbers(const ImageSeries& series);

}  // namespace coarsen
