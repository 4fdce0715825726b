// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preprocess/frame.hpp"
#include "core/preprocess/speck_limits.hpp"

#include <cstdint>
#include <vector>

namespace coarsen {

/// Specks by their edge, where grey alone does not tell: a pixel in the outermost grey values of the picture is a speck's when in
/// most directions the picture falls off steeply before it comes back to what is usual, at the place where it leaves the speck. A
/// pattern's own bright and dark places have round tops: there it falls ever more steeply (second difference below 0), at a
/// speck's edge first steeply, then not (above 0). Steep is what is rare in the picture itself, so white noise, sharp walls and
/// two-level pictures raise the limit by themselves; and the ends of the distribution are those of its inner 80 %, which specks
/// on either side cannot reach. 1 where a seed of a speck is, 0 elsewhere; empty without any.
std::vector<std::uint8_t> speckSeeds(const Frame& frame, const Mask& judged, const SpeckLimits& limits);

}  // namespace coarsen
