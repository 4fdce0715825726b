// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/gpu/channel_tiles.hpp"

#include <cstddef>

namespace coarsen::gpu {

namespace {

constexpr int channels = 4;

/// Block: side / 2 x 2 threads, each its own lag; grid: pairs of Y0, images.
__global__ void pixelsTile(TileBatch batch, const float4* images, float* sums) {
    extern __shared__ float4 pixelLines[];
    const int side = batch.side;
    const float4* const image = images + static_cast<std::size_t>(blockIdx.y) * side * side;
    const int X0 = threadIdx.x, Y0 = 2 * blockIdx.x + threadIdx.y, thread = threadIdx.y * blockDim.x + threadIdx.x;
    float4 *const mask = pixelLines, *const source = pixelLines + side * (1 + static_cast<int>(threadIdx.y));
    float sum = 0;
    for (int y = 0; y < side - 2 * static_cast<int>(blockIdx.x); ++y) {
        __syncthreads();
        for (int x = thread; x < side; x += static_cast<int>(blockDim.x * blockDim.y))
            for (int line = 0; line < 3; ++line) {
                const int row = line == 0 ? y : y + 2 * static_cast<int>(blockIdx.x) + line - 1;
                pixelLines[line * side + x] = row < side ? image[static_cast<std::size_t>(row) * side + x] : float4{0, 0, 0, 0};
            }
        __syncthreads();
        float sumOfRow = 0;
        for (int x = 0; x < side - X0; ++x) {
            const float4 a = mask[x], b = source[x + X0];
            sumOfRow += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
        }
        sum += sumOfRow;
    }
    sums[blockIdx.y * batch.answerSize + static_cast<std::size_t>(Y0) * (side / 2) + X0] = sum;
}

/// The same; lines[(line * channels + channel) * side + x].
__global__ void planesTile(TileBatch batch, const float* images, float* sums) {
    extern __shared__ float planeLines[];
    const int side = batch.side;
    const float* const planes = images + static_cast<std::size_t>(blockIdx.y) * channels * side * side;
    const int X0 = threadIdx.x, Y0 = 2 * blockIdx.x + threadIdx.y, thread = threadIdx.y * blockDim.x + threadIdx.x;
    const float *const mask = planeLines, *const source = planeLines + channels * side * (1 + static_cast<int>(threadIdx.y));
    float sum = 0;
    for (int y = 0; y < side - 2 * static_cast<int>(blockIdx.x); ++y) {
        __syncthreads();
        for (int x = thread; x < side; x += static_cast<int>(blockDim.x * blockDim.y))
            for (int line = 0; line < 3; ++line)
                for (int channel = 0; channel < channels; ++channel) {
                    const int row = line == 0 ? y : y + 2 * static_cast<int>(blockIdx.x) + line - 1;
                    planeLines[(line * channels + channel) * side + x] =
                        row < side ? planes[(static_cast<std::size_t>(channel) * side + row) * side + x] : 0;
                }
        __syncthreads();
        float sumOfRow = 0;
        for (int channel = 0; channel < channels; ++channel)
            for (int x = 0; x < side - X0; ++x)
                sumOfRow += mask[channel * side + x] * source[channel * side + x + X0];
        sum += sumOfRow;
    }
    sums[blockIdx.y * batch.answerSize + static_cast<std::size_t>(Y0) * (side / 2) + X0] = sum;
}

template <typename Kernel, typename Pixel>
cudaError_t launchTile(Kernel kernel, const TileBatch& batch, const Pixel* pixels, float* sums, cudaStream_t stream) {
    const unsigned lags = static_cast<unsigned>(batch.side) / 2;
    const auto lines = 3 * static_cast<std::size_t>(batch.side) * channels * sizeof(float);
    kernel<<<dim3(lags / 2, static_cast<unsigned>(batch.frames)), dim3(lags, 2), lines, stream>>>(batch, pixels, sums);
    return cudaGetLastError();
}

}  // namespace

cudaError_t tileOfPixels(const TileBatch& batch, const float4* images, float* sums, cudaStream_t stream) {
    return launchTile(pixelsTile, batch, images, sums, stream);
}

cudaError_t tileOfPlanes(const TileBatch& batch, const float* planes, float* sums, cudaStream_t stream) {
    return launchTile(planesTile, batch, planes, sums, stream);
}

}  // namespace coarsen::gpu
