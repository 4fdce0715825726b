// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The dust step: grey values beyond the picture's own tails, or beyond thresholds. Plain numbers only.

#include "gpu/preprocess/kernels/grey_plane.hpp"

namespace coarsen::gpu {

/// Grey values outside of low .. high are dust; pixels beside it outside of edgeLow .. edgeHigh are its soft edge.
struct DustLimits {
    double low, high, edgeLow, edgeHigh;
};

/// The picture's tails from a sample of its pixels (core's Dust).
struct TailsTask {
    const float* image;
    const int* places;  ///< of the sample's pixels
    int count;          ///< of them
    unsigned* keys;     ///< count: the sample, as whole numbers in the same order
    int ranks[4];       ///< P2, P10, P90 and P98 among the sorted
    double strength, leastTail;
    DustLimits* limits;  ///< the answer
};
cudaError_t launchTails(const TailsTask& task, cudaStream_t stream);

struct MarkDustTask {
    const float* image;
    int width, height;
    Rectangle kept;  ///< the final image
    const DustLimits* limits;
    const int* halfWidths;  ///< of the disc's rows, 2 grow + 1
    int grow;
    std::uint8_t* valid;  ///< of the final image: 1 = valid
};
cudaError_t launchMarkDust(const MarkDustTask& task, cudaStream_t stream);

}  // namespace coarsen::gpu
