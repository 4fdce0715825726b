// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/engine.hpp"
#include "core/correlate/simd_kernels.hpp"

#include <memory>

namespace coarsen {

/// cpu-simd with kernels of one's choice, so that tests reach those that this processor would not take.
std::shared_ptr<const CorrelationEngine> cpuSimdEngine(const SimdKernels& kernels);

}  // namespace coarsen
