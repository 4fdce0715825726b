// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A picture centred and smoothed by a pixel, and every second pixel of every second row of it.

#include "core/displace/match_rules.hpp"
#include "gpu/displace/kernels/track.hpp"
#include "gpu/displace/kernels/track_sums.cuh"

namespace coarsen::gpu {

constexpr int tileWidth = 32, rawTileWidth = tileWidth + 2 * smoothReach;

/// Shared numbers that tiles of so many rows need.
constexpr int smoothingFloats(int tileHeight) {
    return (rawTileWidth + tileWidth) * (tileHeight + 2 * smoothReach);
}

/// The mirrored place of one beyond the edge, without the edge twice; anything that lies inside for places farther out, which
/// nobody needs.
__device__ inline int mirrored(int place, int size) {
    if (place < 0) place = -place;
    return place < size ? place : max(0, 2 * size - 2 - place);
}

/// The mean of some rows: the same in every block.
template <typename Pixel>
__device__ inline double roughMean(const Pixel* pixels, int width, int height, double* shared, double* total) {
    const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
    double sum[1] = {0};
    for (int row = warp; row < MatchRules::rowsOfMean; row += trackWarps) {
        const Pixel* const from = pixels + row * height / MatchRules::rowsOfMean * width;
#pragma unroll 8
        for (int x = lane; x < width; x += 32)
            sum[0] += static_cast<double>(from[x]);
    }
    sumOverBlock(sum, shared, total);
    __syncthreads();
    return *total / (static_cast<double>(MatchRules::rowsOfMean) * width);
}

/// Least, most and sum of what a thread has seen.
struct CoarseFacts {
    float least = INFINITY, most = -INFINITY;
    double sum = 0;
};

/// This block's tiles of the picture. `room`: smoothingFloats(tileHeight) shared ones.
template <typename Pixel>
__device__ inline CoarseFacts smoothTiles(const Pixel* pixels, const TrackTask& task, double mean, float* smooth, float* coarse,
                                          float* room) {
    const int width = task.width, height = task.height, tileHeight = task.tileHeight;
    const int rawTileHeight = tileHeight + 2 * smoothReach;
    float* const raw = room;
    float* const across = room + rawTileWidth * rawTileHeight;
    const int tilesAcross = (width + tileWidth - 1) / tileWidth, tiles = tilesAcross * ((height + tileHeight - 1) / tileHeight);
    CoarseFacts facts;
    for (int tile = static_cast<int>(blockIdx.x); tile < tiles; tile += static_cast<int>(gridDim.x)) {
        const int left = tile % tilesAcross * tileWidth, top = tile / tilesAcross * tileHeight;
        __syncthreads();
#pragma unroll 4
        for (int i = static_cast<int>(threadIdx.x); i < rawTileWidth * rawTileHeight; i += trackThreads) {
            const int x = mirrored(left - smoothReach + i % rawTileWidth, width);
            const int y = mirrored(top - smoothReach + i / rawTileWidth, height);
            raw[i] = static_cast<float>(static_cast<double>(pixels[y * width + x]) - mean);
        }
        __syncthreads();
        for (int i = static_cast<int>(threadIdx.x); i < tileWidth * rawTileHeight; i += trackThreads) {
            const float* const from = raw + i / tileWidth * rawTileWidth + i % tileWidth;
            float sum = 0;
#pragma unroll
            for (int k = 0; k <= 2 * smoothReach; ++k)
                sum += task.weights.of[k] * from[k];
            across[i] = sum;
        }
        __syncthreads();
        for (int i = static_cast<int>(threadIdx.x); i < tileWidth * tileHeight; i += trackThreads) {
            const int x = left + i % tileWidth, y = top + i / tileWidth;
            if (x >= width || y >= height) continue;
            float sum = 0;
#pragma unroll
            for (int k = 0; k <= 2 * smoothReach; ++k)
                sum += task.weights.of[k] * across[i + k * tileWidth];
            smooth[y * width + x] = sum;
            if (x % MatchRules::coarseEvery > 0 || y % MatchRules::coarseEvery > 0) continue;
            coarse[y / MatchRules::coarseEvery * MatchRules::coarse(width) + x / MatchRules::coarseEvery] = sum;
            facts.least = fminf(facts.least, sum);
            facts.most = fmaxf(facts.most, sum);
            facts.sum += static_cast<double>(sum);
        }
    }
    return facts;
}

}  // namespace coarsen::gpu
