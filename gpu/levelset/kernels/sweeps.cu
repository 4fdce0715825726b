// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/levelset/kernels/sweeps.hpp"

namespace coarsen::gpu {

namespace {

constexpr unsigned warpsOfBlock = 8, threads = warpsOfBlock * 32;

__device__ double sumOfLanes(double sum) {
    for (int other = 16; other > 0; other /= 2)
        sum += __shfl_xor_sync(0xffffffffU, sum, other);
    return sum;
}

__global__ void weights(const SweepTask task) {
    const std::uint32_t row = blockIdx.x * warpsOfBlock + threadIdx.x / 32;
    if (row >= task.count) return;
    const std::size_t list = static_cast<std::size_t>(row) * task.m;
    double sum = 0;
    for (int k = threadIdx.x % 32; k < task.m; k += 32) {
        const auto weight = static_cast<float>(exp(-static_cast<double>(task.squares[list + k]) / task.c2));
        task.weights[list + k] = weight;
        sum += static_cast<double>(weight);
    }
    sum = sumOfLanes(sum);
    if (threadIdx.x % 32 > 0) return;
    task.sums[row] = sum;
    const auto bits = static_cast<unsigned long long>(__double_as_longlong(sum));
    if (bits > *static_cast<volatile unsigned long long*>(task.largest)) atomicMax(task.largest, bits);
}

__global__ void move(const SweepTask task, const float* values, float* next) {
    const std::uint32_t row = blockIdx.x * warpsOfBlock + threadIdx.x / 32;
    if (row >= task.count) return;
    const std::size_t list = static_cast<std::size_t>(row) * task.m;
    const double own = static_cast<double>(values[task.first + row]);
    double sum = 0;
    for (int k = threadIdx.x % 32; k < task.m; k += 32)
        sum += static_cast<double>(task.weights[list + k]) * (static_cast<double>(values[task.numbers[list + k]]) - own);
    sum = sumOfLanes(sum);
    if (threadIdx.x % 32 > 0) return;
    const double all = task.isByRow ? task.sums[row] : __longlong_as_double(static_cast<long long>(*task.largest));
    next[task.first + row] = static_cast<float>(all > 0 ? own + sum / all : own);
}

__global__ void take(const float* phi, const std::uint32_t* voxels, std::uint32_t count, float* to) {
    const std::uint32_t i = blockIdx.x * threads + threadIdx.x;
    if (i < count) to[i] = phi[voxels[i]];
}

__global__ void last(const float* squares, int m, std::uint32_t rows, float* to) {
    const std::uint32_t row = blockIdx.x * threads + threadIdx.x;
    if (row < rows) to[row] = squares[static_cast<std::size_t>(row) * m + m - 1];
}

}  // namespace

cudaError_t weigh(const SweepTask& task, cudaStream_t stream) {
    weights<<<(task.count + warpsOfBlock - 1) / warpsOfBlock, threads, 0, stream>>>(task);
    return cudaGetLastError();
}

cudaError_t sweep(const SweepTask& task, const float* values, float* next, cudaStream_t stream) {
    move<<<(task.count + warpsOfBlock - 1) / warpsOfBlock, threads, 0, stream>>>(task, values, next);
    return cudaGetLastError();
}

cudaError_t takeValues(const float* phi, const std::uint32_t* voxels, std::uint32_t count, float* to, cudaStream_t stream) {
    take<<<(count + threads - 1) / threads, threads, 0, stream>>>(phi, voxels, count, to);
    return cudaGetLastError();
}

cudaError_t takeLast(const float* squares, int m, std::uint32_t rows, float* to, cudaStream_t stream) {
    last<<<(rows + threads - 1) / threads, threads, 0, stream>>>(squares, m, rows, to);
    return cudaGetLastError();
}

}  // namespace coarsen::gpu
