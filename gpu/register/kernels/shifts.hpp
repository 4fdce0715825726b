// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Products of two volumes at all displacements by whole voxels up to some reach, each sum by itself: faster than transforms for
// the coarsest level of a volume that fits a GPU.

#include "gpu/register/kernels/smoothing.hpp"

#include <cuda_runtime_api.h>

namespace coarsen::gpu {

/// Up to so many voxels each way.
struct ShiftReach {
    int x, y, z;
};

/// True where lines of such a volume fit into a block's shared memory.
bool canSumShifts(const VolumeSides& size, const ShiftReach& reach);

/// In how many parts each sum is made: several where there are few sums.
int shiftParts(const ShiftReach& reach);

/// to[(s.z * (2 reach.y + 1) + s.y) * (2 reach.x + 1) + s.x] = sum of moved(x + s - reach) fixed(x) over all x for which both
/// lie in the volume; then the same of the next part.
void launchShiftSums(const float* fixed, const float* moved, const VolumeSides& size, const ShiftReach& reach, float* to,
                     cudaStream_t stream);

}  // namespace coarsen::gpu
