// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/convolve/kernels/level.hpp"
#include "gpu/device/sums.cuh"

namespace coarsen::gpu {

namespace {

constexpr int levelThreads = 256, levelBlocks = 256;

/// The sum and how many pixels are no whole numbers. Grid: levelBlocks.
__global__ void addUpLevel(const LevelTask task) {
    __shared__ double shared[32];
    const FilterTask& image = task.filter;
    double sum = 0, others = 0;
    for (int y = blockIdx.x; y < image.paddedHeight; y += levelBlocks)
        for (int x = threadIdx.x; x < image.paddedWidth; x += levelThreads) {
            const float pixel = image.padded[static_cast<std::size_t>(y) * image.paddedPitch + x];
            sum += pixel;
            others += pixel != rintf(pixel);
        }
    sum = overBlock(sum, shared, Plus());
    others = overBlock(others, shared, Plus());
    if (threadIdx.x == 0) {
        task.partial[2 * blockIdx.x] = sum;
        task.partial[2 * blockIdx.x + 1] = others;
    }
    if (!isLastBlock(task.ticket)) return;
    sum = overBlock(task.partial[2 * threadIdx.x], shared, Plus());
    others = overBlock(task.partial[2 * threadIdx.x + 1], shared, Plus());
    if (threadIdx.x > 0) return;
    const double mean = sum / (static_cast<double>(image.paddedWidth) * image.paddedHeight);
    *task.level = static_cast<float>(others > 0 ? mean : rint(mean));
}

dim3 blocksFor(int width, int height) {
    return dim3(static_cast<unsigned>((width + levelThreads - 1) / levelThreads), static_cast<unsigned>(height));
}

__global__ void subtractLevel(float* pixels, int pitch, int width, const float* level) {
    const int x = blockIdx.x * levelThreads + threadIdx.x;
    if (x < width) pixels[static_cast<std::size_t>(blockIdx.y) * pitch + x] -= *level;
}

__global__ void addLevel(float* answer, int pitch, int width, const float* level, double tapSum) {
    const int x = blockIdx.x * levelThreads + threadIdx.x;
    if (x < width) answer[static_cast<std::size_t>(blockIdx.y) * pitch + x] += static_cast<float>(*level * tapSum);
}

}  // namespace

std::size_t levelPartials() {
    static_assert(levelBlocks == levelThreads);  // the last block adds up one part a thread
    return 2 * levelBlocks;
}

cudaError_t findLevel(const LevelTask& task, cudaStream_t stream) {
    addUpLevel<<<levelBlocks, levelThreads, 0, stream>>>(task);
    return cudaGetLastError();
}

cudaError_t takeLevelOff(float* padded, const FilterTask& filter, const float* level, cudaStream_t stream) {
    subtractLevel<<<blocksFor(filter.paddedWidth, filter.paddedHeight), levelThreads, 0, stream>>>(padded, filter.paddedPitch,
                                                                                                   filter.paddedWidth, level);
    return cudaGetLastError();
}

cudaError_t putLevelBack(const FilterTask& filter, const float* level, double tapSum, cudaStream_t stream) {
    addLevel<<<blocksFor(filter.width, filter.height), levelThreads, 0, stream>>>(filter.answer, filter.answerPitch, filter.width,
                                                                                  level, tapSum);
    return cudaGetLastError();
}

}  // namespace coarsen::gpu
