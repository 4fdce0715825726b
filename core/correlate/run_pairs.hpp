// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace coarsen {

/// Pairs of valid pixels (1; masked ones 0) at each offset of an autocorrelation of width x height pixels, from the runs of
/// masked pixels in the rows: rows of 2R+1 numbers from Y0 = 0 to R, exact below 2^30 pixels. Nothing where so many runs are near
/// one another that a transform is quicker.
std::optional<std::vector<std::int32_t>> pairsFromRuns(int width, int height, int maxLag, std::span<const std::uint8_t> valid);

}  // namespace coarsen
