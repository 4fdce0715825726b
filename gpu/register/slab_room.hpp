// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/register/device_level.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

namespace coarsen::gpu {

/// Beside its own slices a GPU steps through two more on each side, for the differences of the slope and of J, and holds three.
inline constexpr int slicesStepped = 2, slicesHeld = 3;

/// So many more slices on each side, where the volume has them.
Slices widened(const Slices& slices, int by, const VolumeSize& size);
/// Slices that are in both; none where begin == end.
Slices inBoth(const Slices& a, const Slices& b);

/// Shape of a volume pair and its level.
struct LevelShape {
    VolumeSize size;
    RegistrationPrecision precision;
    bool isFixedMasked, isMovedMasked;
};

/// Where what one GPU has of a level lies. All pointers are those of the whole volume's first voxel, so that a voxel has the
/// same index on every GPU; but of displacements, slope, moved volume and its mask only the held slices are there.
struct SlabRoom {
    /// `take` hands out so many bytes.
    SlabRoom(const LevelShape& shape, const Slices& own, const std::function<void*(std::size_t)>& take);
    static std::size_t bytesOf(const LevelShape& shape, const Slices& own);

    VolumeSize size;
    Slices own, held;
    LevelArrays arrays{};
    float* moved;
    float* numbers;  ///< of the whole fixed volume, in single precision
    Quad* quads;     ///< and in half
    std::uint8_t *fixedValid, *movedValid;
    std::optional<bool> isCubic = std::nullopt;  ///< of the numbers or quads that are there; none: nothing is there yet
};

}  // namespace coarsen::gpu
