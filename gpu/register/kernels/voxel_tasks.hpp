// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/register/kernels/smoothing.hpp"

#include <cstdint>

namespace coarsen::gpu {

struct FieldPointers {
    float* along[3];
};

/// Force or velocity: float32, or half precision times `halfScale`, which keeps small ones from being lost.
struct MotionPointers {
    void* along[3];
    bool isHalf;
};
inline constexpr float halfScale = 64;

/// Four numbers in half precision.
struct alignas(8) Quad {
    std::uint32_t pairs[2];
};

/// Quads of a slice lie in columns that wide, one column after the other: from one row to the next it is always as far, so those
/// around a place have one address and known distances from it.
inline constexpr int quadsAside = 32;
__host__ __device__ inline int quadColumnsOf(int width) {
    return (width + quadsAside - 1) / quadsAside;
}

/// A volume that is read between its voxels.
struct SampledVolume {
    VolumeSides size;
    const float* numbers;  ///< of the spline, with one voxel more before and two behind along each axis
    bool isCubic;
    const Quad* quads;  ///< at each voxel's place along x the numbers from the one before it on; null: none
};

/// Two volumes of one size, and which voxels of them count (null: all).
struct VolumePair {
    SampledVolume fixed;
    const float* moved;
    const std::uint8_t *fixedValid, *movedValid;
};

/// Slices of a volume, from `begin` on and before `end`.
struct Slices {
    int begin, end;
};

/// Where sums over all voxels are made.
struct SumRoom {
    double* parts;     ///< `shiftSums` a block of `blocksOf` it
    unsigned* ticket;  ///< 0
    double* answer;    ///< in the computer's memory; null: not told
    double* kept;      ///< on the device
};
inline constexpr int mostSums = 10;   ///< of a place of GpuArena but the last
inline constexpr int shiftSums = 21;  ///< of the least squares of a drift, in the last place

/// How a kernel that goes through all voxels is cut into blocks: of a tile of each of some slices.
struct BlockShape {
    int ofMultiprocessor = 4;  ///< blocks that one of them has at once
    int mostSlices = 16;       ///< of a block
    int slicesToBegin = 2;     ///< that a block takes longer for
};
/// Number of blocks for such a volume on the GPU in use.
int blocksOf(const VolumeSides& size, const BlockShape& shape = {});

}  // namespace coarsen::gpu
