// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/lag_sums.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace coarsen {

/// Pairs of valid pixels (1; masked ones 0) at each offset of an autocorrelation of width x height pixels, whole numbers, from
/// the runs of masked pixels in the rows. Nothing where there are so many runs that a transform is quicker.
std::optional<LagSums> pairsFromRuns(int width, int height, int maxLag, std::span<const std::uint8_t> valid);

}  // namespace coarsen
