// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/device/device.hpp"

#include <vector>

namespace coarsen::gpu {

/// Lets each of these GPUs read the memory of all others from now on. False where one of them cannot.
bool letEachReadAll(const std::vector<Device>& devices);

}  // namespace coarsen::gpu
