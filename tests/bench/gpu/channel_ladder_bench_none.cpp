// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/gpu/channel_ladder_bench.hpp"

namespace coarsen::gpu {

void benchmarkChannelLadder(const ChannelsProblem&, const std::function<void(const ChannelRungTiming&)>&) {}

}  // namespace coarsen::gpu
