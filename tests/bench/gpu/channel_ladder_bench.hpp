// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/bench/gpu/channel_tile.hpp"
#include "tests/bench/gpu/channels_bench.hpp"

#include <functional>
#include <string>

namespace coarsen {

/// Threads that add up a lag (the paper's Fig. 4).
enum class AddingUp { inThread, inGroup, overAll };

/// One of the paper's kernels, whose answer was checked before its time counted.
struct ChannelRungTiming {
    AddingUp addsUp = AddingUp::inThread;
    ChannelTile tile;                                    ///< of AddingUp::inThread
    int registers = 0, localBytes = 0, sharedBytes = 0;  ///< of a thread, of a thread, of a block
    ChannelsTiming timing;
};

namespace gpu {

/// The paper's kernels on the first GPU: ten shapes of the tile that 500 threads have, each with one image's row in shared memory
/// and the other's through textures and caches, both in shared memory (its Table 2), neither (Table 3), two lags a thread, and
/// the three ways to add up. Does nothing without a GPU. Throws EngineError, also when an answer is wrong.
void benchmarkChannelLadder(const ChannelsProblem& problem, const std::function<void(const ChannelRungTiming&)>& done);

}  // namespace gpu

}  // namespace coarsen
