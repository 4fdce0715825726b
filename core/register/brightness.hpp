// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/register/grey_blocks.hpp"
#include "core/register/slow_field.hpp"

#include <optional>
#include <vector>

namespace coarsen {

/// How the grey values of `moved` differ from those of `fixed` beside motion, in contrasts of the two phases of `fixed`.
struct Brightness {
    double gain = 1, offset = 0;             ///< of the phases: moved = gain fixed + offset, fixed's dark phase being 0
    double leastGain = 1, greatestGain = 1;  ///< of what varies slowly within the volume and was undone, beside `gain`
    /// By how much the two phases are off from place to place once that is undone, root mean square.
    double left = 0;
};

/// Difference in brightness, from block to block, of two volumes that hold the same structure at the same places. Blocks are
/// a wavelength wide: within less, brightness cannot be told from structure.
struct BlockBrightness {
    SlowBrightness varying;        ///< the slow part, both fields without their means
    std::vector<double> slowGain;  ///< at the middle of each block
    double slow = 0;               ///< by how much the two phases are off by it, root mean square over the blocks
    double left = 0;               ///< likewise by what is left from block to block
    bool isSlow = false;           ///< the slow part is more than chance makes of what is left, and than 0.004
};

/// Compares mean and standard deviation of each block's greys, whose phases are 0 and 1. Noise shifts them; volumes smoothed by a
/// voxel bear little of it. None where too little is valid or has any structure.
std::optional<BlockBrightness> blockBrightness(const BlockGrid& grid, const std::vector<BlockGreys>& fixed,
                                               const std::vector<BlockGreys>& moved);

}  // namespace coarsen
