// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Gaussians and what makes a volume readable between its voxels, along one axis at a time.

#include <cuda_runtime_api.h>

namespace coarsen::gpu {

/// One thread holds so many numbers of a line.
inline constexpr int segmentLength = 16;
/// Of a line that launchRecursive takes.
inline constexpr int longestLine = 8192;

/// Deriche's filter as core has it (RecursiveGaussian), and what a segment of a line means for those after it.
struct RecursiveTask {
    static constexpr int taps = segmentLength + 1;
    struct Section {
        float onward0, onward1, backward1, backward2, last1, last2, onwardSum, backwardSum;
        float past[2][2];  ///< the last answer and the one before it, from what they were a segment earlier
        /// Weights by which a segment's numbers make its last answer and the one before it where all before is 0: onward of the
        /// number before the segment and its own, backward of its own but the first and the two behind it.
        float onwardEnds[2][taps], backwardEnds[2][taps];
    };
    Section sections[2];
    int reach;  ///< segments after which nothing is left of an answer in float32
};

struct VolumeSides {
    int width, height, depth;
};

/// All in float32 or all in half precision.
struct VolumesTask {
    void* volumes[3];
    unsigned count;
    bool isHalf;
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

/// Weighted sums along an axis, to a volume that has `before` and `behind` more voxels along it.
struct SumTask {
    static constexpr int mostSides = 16;
    float weights[mostSides + 1];  ///< of the middle and of one side
    int sides;
    Beyond beyond;
    int before, behind;
};
void launchSums(const void* from, void* to, bool isHalf, const VolumeSides& size, int axis, const SumTask& task,
                cudaStream_t stream);

}  // namespace coarsen::gpu
