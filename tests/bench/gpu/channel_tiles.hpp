// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The tile of Bordawekar et al. (2010) for one-sided lags 0 <= X0, Y0 < side / 2 of a side x side image of four channels: blocks
// of (side / 2, 2) lags, row y of one image (the "mask") and two rows of the other in shared memory.

#include <cuda_runtime_api.h>

namespace coarsen::gpu {

/// The channels of a pixel side by side.
cudaError_t tileOfPixels(int side, const float4* image, float* sums, cudaStream_t stream);

/// Plane after plane.
cudaError_t tileOfPlanes(int side, const float* planes, float* sums, cudaStream_t stream);

}  // namespace coarsen::gpu
