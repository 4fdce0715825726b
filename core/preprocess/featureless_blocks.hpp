// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace coarsen {

/// Parts of a picture that show no pattern, block by block.
struct FeaturelessBlocks {
    std::vector<std::uint8_t> isFeatureless;  ///< one a block, row by row; empty where it cannot be told
    double part = 0;                          ///< of the valid blocks
};

/// Where the values change from block to block by less than a tenth (in squares) of the upper quartile over the picture, in
/// circles of `circle` blocks across; NaN: no valid pixel. A surround, an info bar, a bubble; a pattern has its waves in each
/// circle that is wide enough. Not told for circles of fewer than 5 blocks, and where two do not fit side by side.
FeaturelessBlocks featurelessBlocks(std::span<const float> values, int width, int height, int circle);

}  // namespace coarsen
