// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/register/engine.hpp"
#include "gpu/device/device.hpp"

#include <memory>
#include <vector>

namespace coarsen::gpu {

/// gpu-direct of registrations, on these GPUs, among which they are dealt out in turn.
std::shared_ptr<const RegistrationEngine> directRegistration(std::vector<Device> devices);

}  // namespace coarsen::gpu
