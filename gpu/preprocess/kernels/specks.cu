// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/preprocess/kernels/dust.hpp"

namespace coarsen::gpu {

namespace {

constexpr int threads = 256, directions = 8;
constexpr int rowsAtOnce = 4;   // of pixels in a block: enough on one side to keep its lanes busy
constexpr int stepsAtOnce = 8;  // of a walk, on their way from memory together

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
    bool isSteep = false;
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        const int dx = task.spacings[k] * direction[0], dy = task.spacings[k] * direction[1];
        if (!isIn(task, at.x + 2 * dx, at.y + 2 * dy)) continue;
        const float here = task.image[indexOf(task, at.x, at.y)], near = task.image[indexOf(task, at.x + dx, at.y + dy)],
                    far = task.image[indexOf(task, at.x + 2 * dx, at.y + 2 * dy)];
        isSteep |= static_cast<double>(sign * secondDifference(here, near, far)) >= task.limits->specks.steps[k];
    }
    return isSteep;
}

/// All that a walk asks of a pixel: its side, above a bit for each direction in which it is an edge. Grid: columns / blockDim,
/// rows of the picture.
__global__ void findEdges(const SeedsTask task) {
    const Place at{static_cast<int>(blockIdx.x * threads + threadIdx.x), static_cast<int>(blockIdx.y)};
    if (at.x >= task.width) return;
    const std::size_t here = indexOf(task, at.x, at.y);
    const SpeckSide side = task.limits->specks.areKnown ? speckSide(task.image[here], task.limits->specks) : SpeckSide::none;
    unsigned edges = 0;
    if (side != SpeckSide::none) {
        const float sign = side == SpeckSide::bright ? 1.0F : -1.0F;
#pragma unroll
        for (int direction = 0; direction < directions; ++direction)
            edges |= (isEdge(task, at, task.directions[direction], sign) ? 1U : 0U) << direction;
    }
    task.walked[here] = static_cast<std::uint16_t>(static_cast<unsigned>(side) << directions | edges);
}

__device__ inline SpeckSide sideOf(unsigned walked) {
    return static_cast<SpeckSide>(walked >> directions);
}

enum class End { edge, border, pattern };

/// End of the walk from a pixel.
__device__ inline End walk(const SeedsTask& task, Place at, int direction) {
    const int dx = task.directions[direction][0], dy = task.directions[direction][1];
    const int across = dx > 0   ? task.width - 1 - at.x
                       : dx < 0 ? at.x
                                : task.width,
              down = dy > 0   ? task.height - 1 - at.y
                     : dy < 0 ? at.y
                              : task.height;
    const int moves = min(across, down), step = dy * task.width + dx;  // that stay in the picture
    const std::uint16_t* const from = task.walked + indexOf(task, at.x, at.y);
    unsigned here = *from;
    const SpeckSide side = sideOf(here);
    for (int done = 0;; done += stepsAtOnce) {
        unsigned ahead[stepsAtOnce];
#pragma unroll
        for (int i = 0; i < stepsAtOnce; ++i)
            ahead[i] = from[min(done + i + 1, moves) * step];
#pragma unroll
        for (int i = 0; i < stepsAtOnce; ++i) {
            if (done + i == moves) return End::border;
            if (here >> direction & 1U) return End::edge;
            if (sideOf(ahead[i]) != side) return End::pattern;
            here = ahead[i];
        }
    }
}

/// A thread for each pixel, and then a lane for each direction from those that are on one side, in any order. Grid: columns /
/// blockDim, rows of the rectangle / rowsAtOnce.
__global__ void findSpecks(const SeedsTask task, const Rectangle within) {
    __shared__ Place onOneSide[threads * rowsAtOnce];
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    const int column = blockIdx.x * threads + threadIdx.x, first = blockIdx.y * rowsAtOnce;
    for (int row = first; row < min(first + rowsAtOnce, within.height) && column < within.width; ++row) {
        const Place at{within.x + column, within.y + row};
        const std::size_t here = indexOf(task, at.x, at.y);
        if (sideOf(task.walked[here]) == SpeckSide::none)
            task.specks[here] = SpeckSide::none;
        else
            onOneSide[atomicAdd(&count, 1)] = at;
    }
    __syncthreads();
    const int lane = threadIdx.x % 32, direction = lane % directions;
    for (int done = 0; done < count; done += threads / directions) {
        const int i = done + static_cast<int>(threadIdx.x) / directions;
        const bool isThere = i < count;
        const Place at = onOneSide[isThere ? i : 0];
        const End end = isThere ? walk(task, at, direction) : End::pattern;
        const auto countOf = [&](End wanted) {
            return __popc(__ballot_sync(0xffffffffU, end == wanted) >> (lane - direction) & ((1U << directions) - 1));
        };
        const int edges = countOf(End::edge), borders = countOf(End::border);
        const std::size_t here = indexOf(task, at.x, at.y);
        if (isThere && direction == 0) task.specks[here] = isSpeck(edges, borders) ? sideOf(task.walked[here]) : SpeckSide::none;
    }
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

dim3 gridOf(const Rectangle& rectangle, int rows) {
    return {static_cast<unsigned>((rectangle.width + threads - 1) / threads),
            static_cast<unsigned>((rectangle.height + rows - 1) / rows)};
}

}  // namespace

cudaError_t launchSeeds(const SeedsTask& task, cudaStream_t stream) {
    const Rectangle seeds = around(task.marked, task.grow, task.width, task.height),
                    neighbours = around(task.marked, task.grow + 1, task.width, task.height);
    const cudaError_t cleared = cudaMemsetAsync(task.counts, 0, 2 * sizeof(unsigned), stream);
    findEdges<<<gridOf({0, 0, task.width, task.height}, 1), threads, 0, stream>>>(task);
    findSpecks<<<gridOf(neighbours, rowsAtOnce), threads, 0, stream>>>(task, neighbours);
    findSeeds<<<gridOf(seeds, 1), threads, 0, stream>>>(task, seeds);
    return cleared != cudaSuccess ? cleared : cudaGetLastError();
}

}  // namespace coarsen::gpu
