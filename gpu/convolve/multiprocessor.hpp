// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/convolve/tiling.hpp"
#include "gpu/device/device.hpp"

namespace coarsen::gpu {

/// What a device says of itself. Throws EngineError.
Multiprocessor multiprocessorOf(const Device& device);

}  // namespace coarsen::gpu
