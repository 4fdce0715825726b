// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/device/sums.cuh"
#include "gpu/preprocess/kernels/final_image.hpp"

#include <cfloat>
#include <cmath>

namespace coarsen::gpu {

namespace {

constexpr int threads = 256, statisticsBlocks = 128;

__device__ inline float pixelAt(const FinalImageTask& task, int column, int row) {
    return task.image[static_cast<std::size_t>(row + task.kept.y) * task.imageWidth + column + task.kept.x];
}

__device__ inline bool isValid(const FinalImageTask& task, std::size_t place) {
    return !task.valid || task.valid[place];
}

struct Extremes {
    double sum = 0, count = 0, lowest = DBL_MAX, highest = -DBL_MAX;
};

/// Calls `take(pixel, is it valid)` for this thread's share of the final image, rows dealt out among the blocks of the grid.
template <typename Take>
__device__ inline void forOwnPixels(const FinalImageTask& task, Take take) {
    for (int row = blockIdx.x; row < task.kept.height; row += gridDim.x)
        for (int column = threadIdx.x; column < task.kept.width; column += threads)
            take(pixelAt(task, column, row), isValid(task, static_cast<std::size_t>(row) * task.kept.width + column));
}

/// Count, mean and extremes. Grid: statisticsBlocks.
__global__ void findMean(const FinalImageTask task) {
    __shared__ double shared[32];
    Extremes own;
    forOwnPixels(task, [&](float pixel, bool isCounted) {
        if (!isCounted) return;
        own.sum += pixel;
        own.count += 1;
        own.lowest = fmin(own.lowest, static_cast<double>(pixel));
        own.highest = fmax(own.highest, static_cast<double>(pixel));
    });
    const auto least = [](double a, double b) { return fmin(a, b); };
    const auto most = [](double a, double b) { return fmax(a, b); };
    const auto combined = [&](const Extremes& part) {
        Extremes all;
        all.sum = overBlock(part.sum, shared, Plus());
        all.count = overBlock(part.count, shared, Plus());
        all.lowest = overBlock(part.lowest, shared, least);
        all.highest = overBlock(part.highest, shared, most);
        return all;
    };
    const Extremes block = combined(own);
    auto* const parts = reinterpret_cast<Extremes*>(task.partial);
    if (threadIdx.x == 0) parts[blockIdx.x] = block;
    if (!isLastBlock(task.ticket)) return;
    const Extremes all = combined(threadIdx.x < gridDim.x ? parts[threadIdx.x] : Extremes());
    if (threadIdx.x == 0) *task.statistics = {all.count, all.count > 0 ? all.sum / all.count : 0, 0, all.lowest, all.highest};
}

/// The sum of squares about the mean. Grid: statisticsBlocks.
__global__ void findEnergy(const FinalImageTask task) {
    __shared__ double shared[32];
    const double mean = task.statistics->mean;
    double sum = 0;
    forOwnPixels(task, [&](float pixel, bool isCounted) {
        const double difference = isCounted ? pixel - mean : 0;
        sum += difference * difference;
    });
    sum = overBlock(sum, shared, Plus());
    if (threadIdx.x == 0) task.partial[blockIdx.x] = sum;
    if (!isLastBlock(task.ticket)) return;
    const double all = overBlock(threadIdx.x < gridDim.x ? task.partial[threadIdx.x] : 0.0, shared, Plus());
    if (threadIdx.x == 0) task.statistics->energy = all;
}

/// Grid: columns / blockDim, rows of the final image.
__global__ void writePlanes(const FinalImageTask task) {
    const int column = blockIdx.x * threads + threadIdx.x, row = blockIdx.y;
    if (column >= task.kept.width) return;
    const auto place = static_cast<std::size_t>(row) * task.kept.width + column;
    const bool isCounted = isValid(task, place);
    const float centred = isCounted ? static_cast<float>(pixelAt(task, column, row) - task.statistics->mean) : 0.0F;
    task.plane[place] = centred;
    if (task.maskPlane) task.maskPlane[place] = isCounted ? 1.0F : 0.0F;
    if (task.subImages == 0) return;
    const int subColumn = column / task.subWidth, subRow = row / task.subHeight;
    const int sub = subRow * task.subAcross + subColumn;
    if (subColumn >= task.subAcross || sub >= task.subImages) return;  // left over at the far edges
    const auto inSub =
        (static_cast<std::size_t>(sub) * task.subHeight + row % task.subHeight) * task.subWidth + column % task.subWidth;
    task.subPlanes[inSub] = centred;
    if (task.subMaskPlanes) task.subMaskPlanes[inSub] = isCounted ? 1.0F : 0.0F;
}

/// A warp for each block of the sketch. Grid: blocks / warps of a block of threads.
__global__ void sketch(const FinalImageTask task) {
    const int block = (blockIdx.x * threads + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (block >= task.sketchWidth * task.sketchHeight) return;
    const int side = task.sketchBlock;
    const int left = block % task.sketchWidth * side, top = block / task.sketchWidth * side;
    float sum = 0, count = 0;
    for (int i = lane; i < side * side; i += 32) {
        const int column = left + i % side, row = top + i / side;
        if (!isValid(task, static_cast<std::size_t>(row) * task.kept.width + column)) continue;
        sum += pixelAt(task, column, row);
        count += 1;
    }
    for (int step = 16; step > 0; step /= 2) {
        sum += __shfl_down_sync(0xffffffffU, sum, step);
        count += __shfl_down_sync(0xffffffffU, count, step);
    }
    if (lane == 0) task.sketch[block] = count > 0 ? sum / count : NAN;
}

unsigned shares(int count, int each) {
    return static_cast<unsigned>((count + each - 1) / each);
}

}  // namespace

int finalImagePartials() {
    return statisticsBlocks * static_cast<int>(sizeof(Extremes) / sizeof(double));
}

cudaError_t launchFinalImage(const FinalImageTask& task, cudaStream_t stream) {
    findMean<<<statisticsBlocks, threads, 0, stream>>>(task);
    findEnergy<<<statisticsBlocks, threads, 0, stream>>>(task);
    const dim3 grid(shares(task.kept.width, threads), static_cast<unsigned>(task.kept.height));
    writePlanes<<<grid, threads, 0, stream>>>(task);
    sketch<<<shares(task.sketchWidth * task.sketchHeight, threads / 32), threads, 0, stream>>>(task);
    return cudaGetLastError();
}

}  // namespace coarsen::gpu
