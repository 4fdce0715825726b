// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/gpu/baselines.hpp"

namespace coarsen::gpu {

namespace {

/// Rows y + Y0 and y of the image into shared memory, the second with R zeros on each side; what thread X0 + R sums along them.
__device__ float lineSum(const BaselineShape& shape, const std::uint8_t* pixels, int y, int Y0, float* rows) {
    float* const first = rows;
    float* const second = rows + shape.width;
    const int R = shape.maxLag, last = shape.height - 1;
    for (int x = threadIdx.x; x < shape.width; x += blockDim.x)
        first[x] = pixels[static_cast<std::size_t>(min(y + Y0, last)) * shape.width + x];
    for (int x = threadIdx.x; x < shape.width + 2 * R; x += blockDim.x)
        second[x] = x < R || x >= shape.width + R ? 0.0F : pixels[static_cast<std::size_t>(min(y, last)) * shape.width + x - R];
    __syncthreads();
    const int X0 = static_cast<int>(threadIdx.x) - R;
    float sum = 0;
    for (int x = 0; x < shape.width; ++x)
        sum += first[x] * second[x - X0 + R];
    return sum;
}

// Grid: rows, Y0. Block: 2 R + 1 threads.

__global__ void listing1Kernel(BaselineShape shape, const std::uint8_t* pixels, float* sums) {
    extern __shared__ float rows[];
    const int y = blockIdx.x, Y0 = blockIdx.y;
    if (y + Y0 >= shape.height) return;
    atomicAdd(&sums[static_cast<std::size_t>(Y0) * blockDim.x + threadIdx.x], lineSum(shape, pixels, y, Y0, rows));
}

__global__ void listing1AsPrintedKernel(BaselineShape shape, const std::uint8_t* pixels, int* sums) {
    extern __shared__ float rows[];
    const int Y0 = blockIdx.y;
    const float sum = lineSum(shape, pixels, blockIdx.x, Y0, rows);
    const int pairs = shape.width - abs(static_cast<int>(threadIdx.x) - shape.maxLag);
    atomicAdd(&sums[static_cast<std::size_t>(Y0) * blockDim.x + threadIdx.x],
              __float2int_rn(static_cast<float>(100.0 * sum / __int2float_rd(pairs))));
}

__global__ void linesKernel(BaselineShape shape, const std::uint8_t* pixels, float* lines) {
    extern __shared__ float rows[];
    const int y = blockIdx.x, Y0 = blockIdx.y;
    const float sum = y + Y0 < shape.height ? lineSum(shape, pixels, y, Y0, rows) : 0.0F;
    lines[(static_cast<std::size_t>(y) * gridDim.y + Y0) * blockDim.x + threadIdx.x] = sum;
}

/// A thread for each lag.
__global__ void addLinesKernel(const float* lines, int height, std::size_t lags, float* sums) {
    const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= lags) return;
    float sum = 0;
    for (int y = 0; y < height; ++y)
        sum += lines[y * lags + i];
    sums[i] = sum;
}

/// The image in global memory.
struct GlobalPixels {
    const std::uint8_t* pixels;
    int width;

    __device__ float at(int x, int y) const { return pixels[static_cast<std::size_t>(y) * width + x]; }
};

/// The image in a texture.
struct TexturePixels {
    cudaTextureObject_t image;

    __device__ float at(int x, int y) const { return tex2D<unsigned char>(image, static_cast<float>(x), static_cast<float>(y)); }
};

/// A thread for each lag; each row's sum by itself first, which keeps the digits that one float for all pixels would lose.
template <typename Pixels>
__global__ void lagOfThreadKernel(BaselineShape shape, Pixels pixels, float* sums) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, Y0 = blockIdx.y, R = shape.maxLag;
    if (i > 2 * R) return;
    const int X0 = i - R;
    float sum = 0;
    for (int y = Y0; y < shape.height; ++y) {
        float sumOfRow = 0;
        for (int x = max(0, X0); x < min(shape.width, shape.width + X0); ++x)
            sumOfRow += pixels.at(x, y) * pixels.at(x - X0, y - Y0);
        sum += sumOfRow;
    }
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

namespace {

/// Shared memory for two rows, for which the kernel has to be told that it is more than usual.
template <typename Kernel>
cudaError_t roomForRows(Kernel kernel, const BaselineShape& shape, std::size_t& bytes) {
    bytes = static_cast<std::size_t>(2 * shape.width + 2 * shape.maxLag) * sizeof(float);
    return cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
}

template <typename Pixels>
cudaError_t launchLagOfThread(const BaselineShape& shape, const Pixels& pixels, float* sums, cudaStream_t stream) {
    constexpr unsigned threads = 128;
    const dim3 grid((static_cast<unsigned>(2 * shape.maxLag + 1) + threads - 1) / threads,
                    static_cast<unsigned>(shape.maxLag + 1));
    lagOfThreadKernel<<<grid, threads, 0, stream>>>(shape, pixels, sums);
    return cudaGetLastError();
}

}  // namespace

cudaError_t listing1(const BaselineShape& shape, const std::uint8_t* pixels, float* sums, cudaStream_t stream) {
    std::size_t bytes = 0;
    if (const cudaError_t status = roomForRows(listing1Kernel, shape, bytes); status != cudaSuccess) return status;
    const dim3 grid(static_cast<unsigned>(shape.height), static_cast<unsigned>(shape.maxLag + 1));
    listing1Kernel<<<grid, static_cast<unsigned>(2 * shape.maxLag + 1), bytes, stream>>>(shape, pixels, sums);
    return cudaGetLastError();
}

cudaError_t listing1AsPrinted(const BaselineShape& shape, const std::uint8_t* pixels, int* sums, cudaStream_t stream) {
    std::size_t bytes = 0;
    if (const cudaError_t status = roomForRows(listing1AsPrintedKernel, shape, bytes); status != cudaSuccess) return status;
    const dim3 grid(static_cast<unsigned>(shape.height - shape.maxLag + 2), static_cast<unsigned>(shape.maxLag));
    listing1AsPrintedKernel<<<grid, static_cast<unsigned>(2 * shape.maxLag + 1), bytes, stream>>>(shape, pixels, sums);
    return cudaGetLastError();
}

cudaError_t listing1TwoKernels(const BaselineShape& shape, const std::uint8_t* pixels, float* lines, float* sums,
                               cudaStream_t stream) {
    std::size_t bytes = 0;
    if (const cudaError_t status = roomForRows(linesKernel, shape, bytes); status != cudaSuccess) return status;
    const dim3 grid(static_cast<unsigned>(shape.height), static_cast<unsigned>(shape.maxLag + 1));
    const auto across = static_cast<unsigned>(2 * shape.maxLag + 1);
    linesKernel<<<grid, across, bytes, stream>>>(shape, pixels, lines);
    constexpr unsigned threads = 128;
    const std::size_t lags = static_cast<std::size_t>(across) * grid.y;
    addLinesKernel<<<static_cast<unsigned>((lags + threads - 1) / threads), threads, 0, stream>>>(lines, shape.height, lags,
                                                                                                  sums);
    return cudaGetLastError();
}

cudaError_t lagOfThread(const BaselineShape& shape, const std::uint8_t* pixels, float* sums, cudaStream_t stream) {
    return launchLagOfThread(shape, GlobalPixels{pixels, shape.width}, sums, stream);
}

cudaError_t lagOfThreadFromTexture(const BaselineShape& shape, cudaTextureObject_t image, float* sums, cudaStream_t stream) {
    return launchLagOfThread(shape, TexturePixels{image}, sums, stream);
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
