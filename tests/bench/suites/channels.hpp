// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/engines.hpp"

namespace coarsen::bench {

struct ChannelsBenchOptions {
    int side = 500;      ///< pixels, even
    double seconds = 0;  ///< least for each case of the CPU
    bool asJson = false;
};

/// `coarsen-bench --suite channels`: the paper's tables of a four-channel correlation, its programs and ours in one run, in
/// float32; each answer is checked before its time counts. Throws EngineError where one is wrong.
void benchChannels(const EngineList& engines, const ChannelsBenchOptions& options);

/// `coarsen-bench --suite channels-ladder`: the paper's kernels on a GPU, of every shape of the tile, memory and way to add up.
/// Throws EngineError where there is no GPU, or an answer is wrong.
void benchChannelLadder(int side, bool asJson);

}  // namespace coarsen::bench
