// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/register/device_level.hpp"
#include "gpu/register/gpu_arena.hpp"
#include "gpu/register/slab_room.hpp"

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace coarsen::gpu {

/// Gives large levels of one registration to several GPUs that can read each other's memory.
class LevelSharing {
public:
    /// `others` are those beside the one that has the whole; without any no level is shared.
    LevelSharing(std::vector<std::shared_ptr<GpuArena>> others, std::size_t leastVoxels)
        : others_(std::move(others)), leastVoxels_(leastVoxels) {}

    /// Makes room for the large ones of these levels, the finest first, unless they are shared by nobody or a GPU has no room.
    void makeRoom(const std::vector<LevelShape>& levels);

    /// Returns the level, which has begun, as it is or shared. `images` are its own.
    std::unique_ptr<RegistrationLevel> shared(std::unique_ptr<DeviceLevel> begun, std::size_t level, const DeviceImages& images,
                                              double sigma);

    /// Has the others get their part of the volumes again, which have changed.
    void forgetVolumes();

private:
    void send(const DeviceImages& images, const RegistrationTask& task, SlabRoom& to, GpuArena& place,
              const Event& isThere) const;

    std::vector<std::shared_ptr<GpuArena>> others_;
    std::size_t leastVoxels_;
    std::vector<std::vector<SlabRoom>> rooms_;  ///< of each shared level, one for each of the others that shares it
};

/// The level on one GPU alone, with what was accepted last.
const DeviceLevel& wholeOf(const RegistrationLevel& level);

}  // namespace coarsen::gpu
