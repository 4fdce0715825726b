// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/gpu/registration_bench.hpp"

namespace coarsen::gpu {

void benchmarkRegistration(const std::vector<int>&, const std::string&, const std::function<void(const RegistrationTiming&)>&) {}

}  // namespace coarsen::gpu
