// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/preprocess/kernels/dust.hpp"

namespace coarsen::gpu {

namespace {

constexpr int threads = 256, directions = 8;

struct Place {
    int x, y;
};

__device__ inline std::size_t indexOf(const SeedsTask& task, int x, int y) {
    return static_cast<std::size_t>(y) * task.width + x;
}

__device__ inline bool isIn(const SeedsTask& task, int x, int y) {
    return x >= 0 && x < task.width && y >= 0 && y < task.height;
}

/// True where the picture comes back steeply from here on.
__device__ inline bool isEdge(const SeedsTask& task, Place at, const int* direction, float sign) {
    for (int k = 0; k < 2; ++k) {
        const int dx = task.spacings[k] * direction[0], dy = task.spacings[k] * direction[1];
        if (!isIn(task, at.x + 2 * dx, at.y + 2 * dy)) continue;
        const float here = task.image[indexOf(task, at.x, at.y)], near = task.image[indexOf(task, at.x + dx, at.y + dy)],
                    far = task.image[indexOf(task, at.x + 2 * dx, at.y + 2 * dy)];
        if (static_cast<double>(sign * secondDifference(here, near, far)) >= task.limits->specks.steps[k]) return true;
    }
    return false;
}

enum class End { edge, border, pattern };

/// End of the walk from a pixel of that side.
__device__ inline End walk(const SeedsTask& task, Place at, const int* direction, SpeckSide side) {
    const float sign = side == SpeckSide::bright ? 1.0F : -1.0F;
    for (;; at = {at.x + direction[0], at.y + direction[1]}) {
        const int x = at.x + direction[0], y = at.y + direction[1];
        if (!isIn(task, x, y)) return End::border;
        if (isEdge(task, at, direction, sign)) return End::edge;
        if (speckSide(task.image[indexOf(task, x, y)], task.limits->specks) != side) return End::pattern;
    }
}

/// A lane for each pixel and direction. Grid: columns / (blockDim / 8), rows of the rectangle.
__global__ void findSpecks(const SeedsTask task, const Rectangle within) {
    const int lane = threadIdx.x % 32, direction = lane % directions, column = (blockIdx.x * threads + threadIdx.x) / directions;
    const Place at{within.x + column, within.y + static_cast<int>(blockIdx.y)};
    const std::size_t here = indexOf(task, at.x, at.y);
    const bool isInside = column < within.width;
    const SpeckSide side =
        isInside && task.limits->specks.areKnown ? speckSide(task.image[here], task.limits->specks) : SpeckSide::none;
    const End end = side != SpeckSide::none ? walk(task, at, task.directions[direction], side) : End::pattern;
    const auto countOf = [&](End wanted) {
        return __popc(__ballot_sync(0xffffffffU, end == wanted) >> (lane - direction) & ((1U << directions) - 1));
    };
    const int edges = countOf(End::edge), borders = countOf(End::border);
    if (isInside && direction == 0) task.specks[here] = isSpeck(edges, borders) ? side : SpeckSide::none;
}

/// Grid: columns / blockDim, rows of the rectangle.
__global__ void findSeeds(const SeedsTask task, const Rectangle within) {
    const int column = blockIdx.x * threads + threadIdx.x;
    if (column >= within.width) return;
    const Place at{within.x + column, within.y + static_cast<int>(blockIdx.y)};
    const std::size_t here = indexOf(task, at.x, at.y);
    const SpeckSide side = task.specks[here];
    int alike = 0;
    if (side != SpeckSide::none)
        for (int y = max(0, at.y - 1); y <= min(task.height - 1, at.y + 1); ++y)
            for (int x = max(0, at.x - 1); x <= min(task.width - 1, at.x + 1); ++x)
                alike += task.specks[indexOf(task, x, y)] == side;
    const bool isSeed = alike >= speckNeighbours;
    task.seeds[here] = isSeed ? side : SpeckSide::none;
    const int x = at.x - task.kept.x, y = at.y - task.kept.y;
    if (isSeed && x >= 0 && x < task.kept.width && y >= 0 && y < task.kept.height)
        atomicAdd(&task.counts[side == SpeckSide::bright ? 0 : 1], 1U);
}

dim3 gridOf(const Rectangle& rectangle, int lanesEach) {
    const int lanes = rectangle.width * lanesEach;
    return {static_cast<unsigned>((lanes + threads - 1) / threads), static_cast<unsigned>(rectangle.height)};
}

}  // namespace

cudaError_t launchSeeds(const SeedsTask& task, cudaStream_t stream) {
    const Rectangle seeds = around(task.marked, task.grow, task.width, task.height),
                    neighbours = around(task.marked, task.grow + 1, task.width, task.height);
    const cudaError_t cleared = cudaMemsetAsync(task.counts, 0, 2 * sizeof(unsigned), stream);
    findSpecks<<<gridOf(neighbours, directions), threads, 0, stream>>>(task, neighbours);
    findSeeds<<<gridOf(seeds, 1), threads, 0, stream>>>(task, seeds);
    return cleared != cudaSuccess ? cleared : cudaGetLastError();
}

}  // namespace coarsen::gpu
