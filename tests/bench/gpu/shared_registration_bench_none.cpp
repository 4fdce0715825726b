// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/gpu/shared_registration_bench.hpp"

namespace coarsen::gpu {

void benchmarkSharedRegistration(const std::vector<int>&, const std::function<void(const SharedRegistrationTiming&)>&) {}

}  // namespace coarsen::gpu
