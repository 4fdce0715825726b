// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The tile of Bordawekar et al. (2010) for one-sided lags 0 <= X0, Y0 < side / 2 of a side x side image of four channels: blocks
// of (side / 2, 2) lags, row y of one image (the "mask") and two rows of the other in shared memory.

#include <cuda_runtime_api.h>

#include <cstddef>

namespace coarsen::gpu {

/// Images one after the other, and their sums `answerSize` apart.
struct TileBatch {
    int side = 0;  ///< of each image, pixels
    int frames = 1;
    std::size_t answerSize = 0;
};

/// The channels of a pixel side by side.
cudaError_t tileOfPixels(const TileBatch& batch, const float4* images, float* sums, cudaStream_t stream);

/// Plane after plane.
cudaError_t tileOfPlanes(const TileBatch& batch, const float* planes, float* sums, cudaStream_t stream);

}  // namespace coarsen::gpu
