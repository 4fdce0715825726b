// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Gaussians and what makes a volume readable between its voxels, along one axis at a time.

#include <cuda_runtime_api.h>

namespace coarsen::gpu {

/// One thread holds so many numbers of a line.
inline constexpr int segmentLength = 16;
/// Of a line that launchRecursive takes.
inline constexpr int longestLine = 8192;

/// Deriche's filter as core has it (RecursiveGaussian), and what its answers become by themselves over a segment.
struct RecursiveTask {
    struct Section {
        float onward0, onward1, backward1, backward2, last1, last2, onwardSum, backwardSum;
        float past[2][2];  ///< the last answer and the one before it, from what they were a segment earlier
    };
    Section sections[2];
};

struct VolumeSides {
    int width, height, depth;
};

struct VolumesTask {
    float* volumes[3];
    unsigned count;
};

/// In place along axis 0, 1 or 2 of some volumes.
void launchRecursive(const VolumesTask& volumes, const VolumeSides& size, int axis, const RecursiveTask& task,
                     cudaStream_t stream);

/// What lies beyond a line's ends.
enum class Beyond {
    face,     ///< the number at the face goes on
    mirror,   ///< mirrored at the voxel of the face
    straight  ///< a straight line on; no weights
};

/// Weighted sums along an axis, to a volume that has `before` and `behind` more voxels along it. `weights` (on the device) are of
/// the middle and of one side.
struct SumTask {
    const float* weights;
    int sides;
    Beyond beyond;
    int before, behind;
};
void launchSums(const float* from, float* to, const VolumeSides& size, int axis, const SumTask& task, cudaStream_t stream);

}  // namespace coarsen::gpu
