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

/// Threads of a block.
struct LadderBlock {
    int across, down;
};

/// Blocks that there are kernels for: the paper's 16 x 16, 32 x 32 and 16 x 32, and what its search of the best one may have met.
constexpr LadderBlock ladderBlocks[] = {{16, 16}, {32, 32}, {16, 32}, {16, 8}, {16, 64}, {32, 4},
                                        {32, 8},  {32, 16}, {64, 4},  {64, 8}, {64, 16}};
constexpr int mostAnswersOfLadder = 8;

/// 1 x N tiles, N = tile.answersAcross up to mostAnswersOfLadder, of one of those blocks: the neighbourhood in shared memory, the
/// filter in constant memory. `padding` floats more a row.
cudaError_t tiledConvolution(const FilterTask& task, const Tile& tile, int filterWidth, int filterHeight, int padding,
                             cudaStream_t stream);

}  // namespace coarsen::gpu
