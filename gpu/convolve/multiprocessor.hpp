// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/convolve/tiling.hpp"
#include "gpu/device/device.hpp"

namespace coarsen::gpu {

/// Properties of a device's multiprocessor, as the device states them. Throws EngineError.
Multiprocessor multiprocessorOf(const Device& device);

}  // namespace coarsen::gpu
