// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/register/engine.hpp"
#include "gpu/device/device.hpp"
#include "gpu/register/precision.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace coarsen::gpu {

/// Voxels from which several GPUs share a level: more than one holds, for where it was measured one is quicker (decision F20).
inline constexpr std::size_t leastShared = std::size_t{1} << 31;

/// gpu-direct of registrations, on these GPUs, among which they are dealt out in turn; levels of at least `leastVoxels` they
/// share slice by slice. In single precision its answers are the CPU's, and take longer.
std::shared_ptr<const RegistrationEngine> directRegistration(const std::vector<Device>& devices,
                                                             RegistrationPrecision precision = RegistrationPrecision::half,
                                                             std::size_t leastVoxels = leastShared);

}  // namespace coarsen::gpu
