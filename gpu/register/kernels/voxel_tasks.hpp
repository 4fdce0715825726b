// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/register/kernels/smoothing.hpp"

#include <cstdint>

namespace coarsen::gpu {

struct FieldPointers {
    float* along[3];
};

/// A volume that is read between its voxels.
struct SampledVolume {
    VolumeSides size;
    const float* numbers;  ///< of the spline, with one voxel more before and two behind along each axis
    bool isCubic;
};

/// Two volumes of one size, and which voxels of them count (null: all).
struct VolumePair {
    SampledVolume fixed;
    const float* moved;
    const std::uint8_t *fixedValid, *movedValid;
};

/// Where sums over all voxels are made.
struct SumRoom {
    double* parts;     ///< `mostSums` a block of `blocksOf` it
    unsigned* ticket;  ///< 0
    double* answer;    ///< in the computer's memory
    double* kept;      ///< on the device
};
inline constexpr int mostSums = 10;

/// Of a kernel that goes through all voxels.
int blocksOf(const VolumeSides& size);

}  // namespace coarsen::gpu
