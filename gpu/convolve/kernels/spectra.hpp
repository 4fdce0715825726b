// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What stands around cuFFT's transforms in a convolution.

#include "gpu/convolve/kernels/register_tiles.hpp"

namespace coarsen::gpu {

/// The padded image into the upper left of a width x height array; the rest becomes 0.
cudaError_t layOutForTransform(const FilterTask& task, float* array, int width, int height, cudaStream_t stream);

/// The answer from the upper left of such an array: scale times what is there.
cudaError_t takeFromTransform(const FilterTask& task, const float* array, int width, float scale, cudaStream_t stream);

}  // namespace coarsen::gpu
