// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The kernels of Bordawekar et al. (2010) for one-sided lags 0 <= X0, Y0 < side / 2 of a side x side image of four channels.

#include "tests/bench/gpu/channel_tile.hpp"

#include <cuda_runtime_api.h>

#include <cstddef>

namespace coarsen::gpu {

/// Images one after the other, and their sums `answerSize` apart. The four channels of a pixel lie side by side, or plane after
/// plane, as the tile has them.
struct TileBatch {
    int side = 0;  ///< of each image, pixels
    int frames = 1;
    std::size_t answerSize = 0;
    const float* images = nullptr;
    cudaTextureObject_t texture = 0;  ///< of the same, where the tile reads one: in fours, or number by number
};

/// Registers of a thread and bytes of a block.
struct TileResources {
    int registers = 0, localBytes = 0, sharedBytes = 0;
};

/// The paper's Fig. 7: each thread adds up one lag, or some below each other, and stores it.
cudaError_t addInThreads(const TileBatch& batch, const ChannelTile& tile, float* sums, cudaStream_t stream);
cudaError_t resourcesOf(const TileBatch& batch, const ChannelTile& tile, TileResources& resources);

/// The two other ways to add up of its Fig. 4, for one image whose channels lie side by side: a block's threads share each of its
/// `lagsOfGroup` lags, one after the other; and all blocks' threads share each lag, where `sums` must be 0.
constexpr int lagsOfGroup = 500;
cudaError_t addInGroups(const TileBatch& batch, float* sums, cudaStream_t stream);
cudaError_t addOverAll(const TileBatch& batch, float* sums, cudaStream_t stream);

}  // namespace coarsen::gpu
