// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/frame_backend.hpp"
#include "gpu/device/device.hpp"

#include <memory>
#include <string>
#include <vector>

namespace coarsen::gpu {

/// Whole frames on these GPUs, in the name of that engine; plans are dealt out among them in turn.
std::shared_ptr<const FrameBackend> deviceFrames(std::string engine, std::vector<Device> devices);

}  // namespace coarsen::gpu
