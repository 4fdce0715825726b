// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/displace/shift_search.hpp"
#include "gpu/register/device_images.hpp"

#include <optional>

namespace coarsen::gpu {

/// core's likeliestShift of a level on the device; `room` holds five of its volumes. None where that is too much to sum.
std::optional<VolumeShift> deviceLikeliestShift(const DeviceImages& images, float* room, const GpuArena& place);

}  // namespace coarsen::gpu
