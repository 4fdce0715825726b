// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/named_engine.hpp"
#include "gpu/device/device.hpp"

#include <string>
#include <utility>
#include <vector>

namespace coarsen::gpu {

/// Facts that an engine of that name on these devices, one at least, tells of itself: of several "2 x NVIDIA H200".
inline NamedEngine namedEngine(std::string name, const std::vector<Device>& devices) {
    const std::string& device = devices.front().name;
    return {std::move(name), devices.size() > 1 ? std::to_string(devices.size()) + " x " + device : device, true};
}

}  // namespace coarsen::gpu
