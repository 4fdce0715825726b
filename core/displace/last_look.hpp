// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/displace/match_loops.hpp"
#include "core/displace/shift.hpp"

#include <array>

namespace coarsen {

/// Sums that a device has found of two pictures when least squares has nearly settled.
struct LastLook {
    Shift shift;                                                         ///< nearly right; no turn
    std::array<std::array<double, blockSums>, shiftBlocks> blocks = {};  ///< as of addBlockSums, row by row of blocks
    PairMoments moments;                                                 ///< of all pixels
};

/// The shift after one more step, and its replicates; not found where the pictures are not alike.
FoundShift foundBy(const LastLook& look);

}  // namespace coarsen
