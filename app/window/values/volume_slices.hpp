// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/volume_brick.hpp"

#include <QImage>

#include <array>
#include <memory>

namespace coarsen::window {

/// A voxel of a volume, counting from 0 along x, y and z.
using Voxel = std::array<int, 3>;
Voxel middleOf(const VolumeSize& size);
Voxel within(const VolumeSize& size, Voxel voxel);  ///< the nearest one of that volume

/// The three planes that are shown: which axis runs across the screen, which down, and which the plane stands upright on.
struct SlicePlane {
    const char* name;
    std::size_t across, down, through;
};
inline constexpr std::array<SlicePlane, 3> slicePlanes = {{{"xy", 0, 1, 2}, {"xz", 0, 2, 1}, {"yz", 1, 2, 0}}};
inline int lengthAlong(const VolumeSize& size, std::size_t axis) {
    return axis == 0 ? size.width : axis == 1 ? size.height : size.depth;
}

/// Through one voxel, made ready for the screen.
struct VolumeSlices {
    std::shared_ptr<const VolumeBrick> brick;
    Voxel at{};
    GreyLevels levels;
    std::array<QImage, 3> pictures;  ///< Format_Grayscale8, as slicePlanes
    std::array<QImage, 3> masks;     ///< Format_Alpha8, opaque where masked; null where the volume has no mask
};

/// Takes some ms of a large volume: called by workers only.
std::shared_ptr<const VolumeSlices> slicesThrough(std::shared_ptr<const VolumeBrick> brick, const Voxel& at,
                                                  const GreyLevels& levels);

/// One plane alone.
QImage slicePicture(const VolumeBrick& brick, const SlicePlane& plane, int place, const GreyLevels& levels);

}  // namespace coarsen::window
