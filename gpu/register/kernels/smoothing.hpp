// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Wide Gaussians, along one axis at a time.

#include <cuda_runtime_api.h>

namespace coarsen::gpu {

/// One thread holds so many numbers of a line.
inline constexpr int segmentLength = 16;
/// Most voxels of a line that launchRecursive takes.
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

}  // namespace coarsen::gpu
