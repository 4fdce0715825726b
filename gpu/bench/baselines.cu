// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/bench/baselines.hpp"

namespace coarsen::gpu {

namespace {

/// Grid: rows, Y0. Block: 2 R + 1 threads.
__global__ void listing1Kernel(BaselineShape shape, const std::uint8_t* pixels, float* sums) {
    extern __shared__ float rows[];
    float* const first = rows;
    float* const second = rows + shape.width;
    const int y = blockIdx.x, Y0 = blockIdx.y, R = shape.maxLag;
    if (y + Y0 >= shape.height) return;
    for (int x = threadIdx.x; x < shape.width; x += blockDim.x)
        first[x] = pixels[static_cast<std::size_t>(y + Y0) * shape.width + x];
    for (int x = threadIdx.x; x < shape.width + 2 * R; x += blockDim.x)
        second[x] = x < R || x >= shape.width + R ? 0.0F : pixels[static_cast<std::size_t>(y) * shape.width + x - R];
    __syncthreads();
    const int X0 = static_cast<int>(threadIdx.x) - R;
    float sum = 0;
    for (int x = 0; x < shape.width; ++x)
        sum += first[x] * second[x - X0 + R];
    atomicAdd(&sums[static_cast<std::size_t>(Y0) * (2 * R + 1) + threadIdx.x], sum);
}

__global__ void naiveKernel(BaselineShape shape, const std::uint8_t* pixels, float* sums) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, Y0 = blockIdx.y, R = shape.maxLag;
    if (i > 2 * R) return;
    const int X0 = i - R;
    float sum = 0;
    for (int y = Y0; y < shape.height; ++y)
        for (int x = max(0, X0); x < min(shape.width, shape.width + X0); ++x)
            sum += static_cast<float>(pixels[static_cast<std::size_t>(y) * shape.width + x]) *
                   static_cast<float>(pixels[static_cast<std::size_t>(y - Y0) * shape.width + x - X0]);
    sums[static_cast<std::size_t>(Y0) * (2 * R + 1) + i] = sum;
}

constexpr int spinThreads = 512, spinChains = 8, spinRounds = 4096, spinBlocksEach = 4;

__global__ void spinFloatsKernel(float* sink) {
    float sums[spinChains];
    for (int i = 0; i < spinChains; ++i)
        sums[i] = static_cast<float>(threadIdx.x + i);
    const float factor = 1.0F + 1e-7F * static_cast<float>(threadIdx.x);
#pragma unroll 16
    for (int round = 0; round < spinRounds; ++round)
#pragma unroll
        for (int i = 0; i < spinChains; ++i)
            sums[i] = sums[i] * factor + 1e-6F;
    float total = 0;
    for (int i = 0; i < spinChains; ++i)
        total += sums[i];
    sink[blockIdx.x * blockDim.x + threadIdx.x] = total;
}

__global__ void spinBytesKernel(int* sink) {
    int sums[spinChains][4] = {};
    const int a = static_cast<int>(threadIdx.x) * 0x01020304 + 0x11223344, b = a ^ 0x55aa55aa;
#pragma unroll 8
    for (int round = 0; round < spinRounds; ++round)
#pragma unroll
        for (int i = 0; i < spinChains; ++i)
            asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32 {%0,%1,%2,%3}, {%4,%4,%5,%5}, {%4,%5}, {%0,%1,%2,%3};"
                         : "+r"(sums[i][0]), "+r"(sums[i][1]), "+r"(sums[i][2]), "+r"(sums[i][3])
                         : "r"(a), "r"(b));
    int total = 0;
    for (int i = 0; i < spinChains; ++i)
        total += sums[i][0] + sums[i][1] + sums[i][2] + sums[i][3];
    sink[blockIdx.x * blockDim.x + threadIdx.x] = total;
}

}  // namespace

cudaError_t listing1(const BaselineShape& shape, const std::uint8_t* pixels, float* sums, cudaStream_t stream) {
    const auto bytes = static_cast<std::size_t>(2 * shape.width + 2 * shape.maxLag) * sizeof(float);
    const cudaError_t status =
        cudaFuncSetAttribute(listing1Kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
    if (status != cudaSuccess) return status;
    const dim3 grid(static_cast<unsigned>(shape.height), static_cast<unsigned>(shape.maxLag + 1));
    listing1Kernel<<<grid, static_cast<unsigned>(2 * shape.maxLag + 1), bytes, stream>>>(shape, pixels, sums);
    return cudaGetLastError();
}

cudaError_t naive(const BaselineShape& shape, const std::uint8_t* pixels, float* sums, cudaStream_t stream) {
    constexpr unsigned threads = 128;
    const dim3 grid((static_cast<unsigned>(2 * shape.maxLag + 1) + threads - 1) / threads,
                    static_cast<unsigned>(shape.maxLag + 1));
    naiveKernel<<<grid, threads, 0, stream>>>(shape, pixels, sums);
    return cudaGetLastError();
}

double spinFloats(int multiprocessors, float* sink, cudaStream_t stream) {
    const int blocks = multiprocessors * spinBlocksEach;
    spinFloatsKernel<<<static_cast<unsigned>(blocks), spinThreads, 0, stream>>>(sink);
    return static_cast<double>(blocks) * spinThreads * spinChains * spinRounds;
}

double spinBytes(int multiprocessors, int* sink, cudaStream_t stream) {
    const int blocks = multiprocessors * spinBlocksEach;
    spinBytesKernel<<<static_cast<unsigned>(blocks), spinThreads, 0, stream>>>(sink);
    constexpr double productsOfWarp = 16.0 * 8 * 32;
    return static_cast<double>(blocks) * (spinThreads / 32.0) * spinChains * spinRounds * productsOfWarp;
}

}  // namespace coarsen::gpu
