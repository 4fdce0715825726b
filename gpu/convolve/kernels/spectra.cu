// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/convolve/kernels/spectra.hpp"

namespace coarsen::gpu {

namespace {

constexpr int copyAcross = 64, copyDown = 4;

dim3 blocksOver(int width, int height) {
    return dim3((width + copyAcross - 1) / copyAcross, (height + copyDown - 1) / copyDown);
}

__global__ void layOut(const FilterTask task, float* array, int width, int height) {
    const int x = blockIdx.x * copyAcross + threadIdx.x, y = blockIdx.y * copyDown + threadIdx.y;
    if (x >= width || y >= height) return;
    const bool isThere = x < task.paddedWidth && y < task.paddedHeight;
    array[static_cast<std::size_t>(y) * width + x] =
        isThere ? task.padded[static_cast<std::size_t>(y) * task.paddedPitch + x] : 0;
}

__global__ void take(const FilterTask task, const float* array, int width, float scale) {
    const int x = blockIdx.x * copyAcross + threadIdx.x, y = blockIdx.y * copyDown + threadIdx.y;
    if (x >= task.width || y >= task.height) return;
    task.answer[static_cast<std::size_t>(y) * task.answerPitch + x] = array[static_cast<std::size_t>(y) * width + x] * scale;
}

}  // namespace

cudaError_t layOutForTransform(const FilterTask& task, float* array, int width, int height, cudaStream_t stream) {
    layOut<<<blocksOver(width, height), dim3(copyAcross, copyDown), 0, stream>>>(task, array, width, height);
    return cudaGetLastError();
}

cudaError_t takeFromTransform(const FilterTask& task, const float* array, int width, float scale, cudaStream_t stream) {
    take<<<blocksOver(task.width, task.height), dim3(copyAcross, copyDown), 0, stream>>>(task, array, width, scale);
    return cudaGetLastError();
}

}  // namespace coarsen::gpu
