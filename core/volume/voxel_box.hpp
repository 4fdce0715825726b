// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/volume.hpp"

namespace coarsen {

/// A part of a volume: its first voxel, and its sides.
struct VoxelBox {
    int x = 0, y = 0, z = 0;
    VolumeSize size;
};
inline VoxelBox wholeOf(const VolumeSize& size) {
    return {0, 0, 0, size};
}

}  // namespace coarsen
