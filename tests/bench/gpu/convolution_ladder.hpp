// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The paper's own kernels, step by step (van Werkhoven et al. 2011, sections 3 to 7), for the benchmark to compare with.

#include "gpu/convolve/kernels/register_tiles.hpp"
#include "gpu/convolve/tiling.hpp"

namespace coarsen::gpu {

/// A thread for each answer, image and filter from global memory.
cudaError_t naiveConvolution(const FilterTask& task, const float* taps, int filterWidth, int filterHeight, cudaStream_t stream);

/// The filter from constant memory, in which it was put before.
cudaError_t constantConvolution(const FilterTask& task, int filterWidth, int filterHeight, cudaStream_t stream);
cudaError_t putIntoConstantMemory(const float* taps, int count, cudaStream_t stream);
constexpr int mostConstantTaps = 8192;

/// 1 x N tiles, N = tile.answersAcross up to 8, blocks of 16 x 16, 32 x 32 or 16 x 32: the neighbourhood in shared memory, the
/// filter in constant memory. `padding` floats more a row.
cudaError_t tiledConvolution(const FilterTask& task, const Tile& tile, int filterWidth, int filterHeight, int padding,
                             cudaStream_t stream);

}  // namespace coarsen::gpu
