// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/displace/track_backend.hpp"
#include "gpu/device/device.hpp"

#include <memory>
#include <string>
#include <vector>

namespace coarsen::gpu {

/// Follows pictures on these GPUs, in the name of that engine; plans are dealt out among them in turn.
std::shared_ptr<const TrackBackend> deviceTracking(std::string engine, std::vector<Device> devices);

}  // namespace coarsen::gpu
