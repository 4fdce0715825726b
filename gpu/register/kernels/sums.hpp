// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Weighted sums of a few neighbours along an axis: narrow Gaussians, and what makes a volume readable between its voxels.

#include "gpu/register/kernels/smoothing.hpp"

#include <cuda_runtime_api.h>

namespace coarsen::gpu {

/// Values beyond a line's ends.
enum class Beyond {
    face,     ///< the number at the face goes on
    mirror,   ///< mirrored at the voxel of the face
    straight  ///< a straight line on
};

/// To a volume that has `before` and `behind` more voxels along the axis.
struct SumTask {
    static constexpr int mostSides = 13;
    float weights[mostSides + 1];  ///< of the middle and of one side
    int sides;
    Beyond beyond;
    int before, behind;
};
void launchSums(const void* from, void* to, bool isHalf, const VolumeSides& size, int axis, const SumTask& task,
                cudaStream_t stream);
/// Only those at every second voxel along the axis, from the first on.
void launchEverySecondSum(const float* from, float* to, const VolumeSides& size, int axis, const SumTask& task,
                          cudaStream_t stream);

}  // namespace coarsen::gpu
