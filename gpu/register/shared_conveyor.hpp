// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/c3d/conveyor.hpp"

#include <memory>
#include <mutex>

namespace coarsen::gpu {

/// To one device and back, one caller at a time. An engine keeps it, for its memory takes longer to get than a small volume to
/// cross.
class SharedConveyor {
public:
    void send(const void* from, void* to, std::size_t bytes, const Device& device, const Stream& stream) {
        const std::lock_guard lock(mutex_);
        made().send(from, to, bytes, device, stream, {});
    }
    std::vector<std::vector<float>> fetch(std::span<const float* const> volumes, std::size_t count, const Device& device,
                                          const Stream& stream) {
        const std::lock_guard lock(mutex_);
        return made().fetch(volumes, count, device, stream);
    }

private:
    Conveyor& made() {
        if (!conveyor_) conveyor_ = std::make_unique<Conveyor>(0);
        return *conveyor_;
    }

    std::mutex mutex_;
    std::unique_ptr<Conveyor> conveyor_;
};

}  // namespace coarsen::gpu
