// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/engine.hpp"
#include "gpu/device/device.hpp"

#include <vector>

namespace coarsen::gpu {

/// gpu-direct: plain sums; whole numbers by the tensor cores, exact in 64 bits, and float32 by the ordinary ones.
std::shared_ptr<const CorrelationEngine> directEngine(std::vector<Device> devices);

}  // namespace coarsen::gpu
