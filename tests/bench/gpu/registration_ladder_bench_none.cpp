// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/gpu/registration_ladder_bench.hpp"

namespace coarsen::gpu {

void benchmarkRegistrationLadder(const std::vector<int>&, const std::function<void(const RegulariserTiming&)>&) {}

}  // namespace coarsen::gpu
