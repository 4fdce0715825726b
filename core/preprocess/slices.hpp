// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preprocess/volume_context.hpp"
#include "core/volume/volume.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace coarsen {

/// The place of a slice's first voxel.
inline std::size_t firstOfSlice(const Volume& volume, int z) {
    return static_cast<std::size_t>(z) * volume.size().slice();
}

/// The volume's mask as a new vector; empty where all voxels are valid.
std::vector<std::uint8_t> copiedMask(const Volume& volume);

/// True where voxel i is valid, also where the volume has no mask.
inline bool isVoxelValid(const Volume& volume, std::size_t i) {
    return volume.isAllValid() || volume.valid()[i] != 0;
}

/// Every slice treated as a picture by itself, in as many threads as the context says: `step` gives a picture of the same size,
/// of which the grey values are kept. The mask stays. The volume itself after a stop. Throws what the step throws.
Volume bySlices(const Volume& volume, const VolumeContext& context, const std::function<Frame(const Frame&)>& step);

}  // namespace coarsen
