// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/engine.hpp"
#include "gpu/device/device.hpp"

#include <memory>
#include <vector>

namespace coarsen::gpu {

/// The engine given, which also is a FrameBackend on these GPUs; plans are dealt out among them in turn.
std::shared_ptr<const CorrelationEngine> frameEngine(std::shared_ptr<const CorrelationEngine> sums, std::vector<Device> devices);

}  // namespace coarsen::gpu
