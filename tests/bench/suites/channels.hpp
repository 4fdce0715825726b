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

}  // namespace coarsen::bench
