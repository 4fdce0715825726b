// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/register/engine.hpp"
#include "gpu/device/device.hpp"
#include "gpu/register/precision.hpp"

#include <memory>
#include <vector>

namespace coarsen::gpu {

/// gpu-direct of registrations, on these GPUs, among which they are dealt out in turn. In single precision its answers are the
/// CPU's, and take longer.
std::shared_ptr<const RegistrationEngine> directRegistration(const std::vector<Device>& devices,
                                                             RegistrationPrecision precision = RegistrationPrecision::half);

}  // namespace coarsen::gpu
