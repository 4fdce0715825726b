// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A picture centred and smoothed by a pixel, and every second pixel of every second row of it.

#include "core/displace/match_rules.hpp"
#include "gpu/displace/kernels/track.hpp"
#include "gpu/displace/kernels/track_sums.cuh"

namespace coarsen::gpu {

constexpr int tileWidth = 32, tileHeight = trackThreads / tileWidth;
constexpr int rawTileWidth = tileWidth + 2 * smoothReach, rawTileHeight = tileHeight + 2 * smoothReach;
constexpr int smoothingFloats = rawTileWidth * rawTileHeight + tileWidth * rawTileHeight;

/// The mirrored place of one beyond the edge, without the edge twice; anything that lies inside for places farther out, which
/// nobody needs.
__device__ inline int mirrored(int place, int size) {
    if (place < 0) place = -place;
    return place < size ? place : max(0, 2 * size - 2 - place);
}

/// The mean of some rows: the same in every block.
template <typename Pixel>
__device__ inline double roughMean(const Pixel* pixels, int width, int height, double* shared, double* total) {
    double sum[1] = {0};
    for (int i = static_cast<int>(threadIdx.x); i < MatchRules::rowsOfMean * width; i += trackThreads) {
        const int row = i / width, y = row * height / MatchRules::rowsOfMean;
        sum[0] += static_cast<double>(pixels[y * width + i % width]);
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

/// This block's tiles of the picture. `room`: smoothingFloats shared ones.
template <typename Pixel>
__device__ inline CoarseFacts smoothTiles(const Pixel* pixels, int width, int height, double mean,
                                          const SmoothingWeights& weights, float* smooth, float* coarse, float* room) {
    float* const raw = room;
    float* const across = room + rawTileWidth * rawTileHeight;
    const int tilesAcross = (width + tileWidth - 1) / tileWidth, tiles = tilesAcross * ((height + tileHeight - 1) / tileHeight);
    const int column = static_cast<int>(threadIdx.x) % tileWidth, row = static_cast<int>(threadIdx.x) / tileWidth;
    CoarseFacts facts;
    for (int tile = static_cast<int>(blockIdx.x); tile < tiles; tile += static_cast<int>(gridDim.x)) {
        const int left = tile % tilesAcross * tileWidth, top = tile / tilesAcross * tileHeight;
        __syncthreads();
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
                sum += weights.of[k] * from[k];
            across[i] = sum;
        }
        __syncthreads();
        const int x = left + column, y = top + row;
        if (x >= width || y >= height) continue;
        float sum = 0;
#pragma unroll
        for (int k = 0; k <= 2 * smoothReach; ++k)
            sum += weights.of[k] * across[(row + k) * tileWidth + column];
        smooth[y * width + x] = sum;
        if (x % MatchRules::coarseEvery > 0 || y % MatchRules::coarseEvery > 0) continue;
        coarse[y / MatchRules::coarseEvery * MatchRules::coarse(width) + x / MatchRules::coarseEvery] = sum;
        facts.least = fminf(facts.least, sum);
        facts.most = fmaxf(facts.most, sum);
        facts.sum += static_cast<double>(sum);
    }
    return facts;
}

}  // namespace coarsen::gpu
