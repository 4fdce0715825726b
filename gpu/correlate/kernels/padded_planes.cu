// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/correlate/kernels/padded_planes.hpp"

namespace coarsen::gpu {

namespace {

constexpr unsigned threads = 256;

unsigned blocks(std::size_t size) {
    return static_cast<unsigned>((size + threads - 1) / threads);
}

template <typename Pixel>
__global__ void pad(const Pixel* pixels, const std::uint8_t* mask, const float2* mean, int width, int height, int paddedWidth,
                    float* padded) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= paddedWidth) return;
    float value = 0;
    if (x < width && y < height) {
        const auto place = static_cast<std::size_t>(y) * width + x;
        if (!mask || mask[place]) value = static_cast<float>(pixels[place]) - mean->x - mean->y;
    }
    padded[static_cast<std::size_t>(y) * paddedWidth + x] = value;
}

__global__ void addProducts(const float2* a, const float2* b, std::size_t size, bool isFirst, float2* sums) {
    const auto i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= size) return;
    const float2 sum = isFirst ? float2{0, 0} : sums[i];
    sums[i] = {sum.x + a[i].x * b[i].x + a[i].y * b[i].y, sum.y + a[i].y * b[i].x - a[i].x * b[i].y};
}

__global__ void crop(const float* padded, int paddedWidth, int rows, int minY, int maxLag, float scale, float* answer) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, Y0 = minY + static_cast<int>(blockIdx.y);
    if (i > 2 * maxLag) return;
    const int X0 = i - maxLag, column = X0 < 0 ? X0 + paddedWidth : X0, row = Y0 < 0 ? Y0 + rows : Y0;
    answer[static_cast<std::size_t>(blockIdx.y) * (2 * maxLag + 1) + i] =
        scale * padded[static_cast<std::size_t>(row) * paddedWidth + column];
}

}  // namespace

cudaError_t padPlane(const DevicePlanes& planes, int plane, int channels, int width, int height, int paddedWidth, int rows,
                     float* padded, cudaStream_t stream) {
    const auto planeSize = static_cast<std::size_t>(width) * height;
    const std::uint8_t* mask = planes.masks ? planes.masks + static_cast<std::size_t>(plane / channels) * planeSize : nullptr;
    const dim3 grid(blocks(static_cast<std::size_t>(paddedWidth)), static_cast<unsigned>(rows));
    const auto start = [&](const auto* pixels) {
        pad<<<grid, threads, 0, stream>>>(pixels + static_cast<std::size_t>(plane) * planeSize, mask, planes.means + plane, width,
                                          height, paddedWidth, padded);
    };
    switch (planes.format) {
        case PixelFormat::u8:
            start(static_cast<const std::uint8_t*>(planes.pixels));
            break;
        case PixelFormat::u16:
            start(static_cast<const std::uint16_t*>(planes.pixels));
            break;
        case PixelFormat::f32:
            start(static_cast<const float*>(planes.pixels));
            break;
    }
    return cudaGetLastError();
}

cudaError_t addSpectra(const float2* a, const float2* b, std::size_t size, bool isFirst, float2* sums, cudaStream_t stream) {
    addProducts<<<blocks(size), threads, 0, stream>>>(a, b, size, isFirst, sums);
    return cudaGetLastError();
}

cudaError_t cropAnswer(const float* padded, int paddedWidth, int rows, int minY, int maxLag, float scale, float* answer,
                       cudaStream_t stream) {
    const dim3 grid(blocks(static_cast<std::size_t>(2 * maxLag + 1)), static_cast<unsigned>(maxLag - minY + 1));
    crop<<<grid, threads, 0, stream>>>(padded, paddedWidth, rows, minY, maxLag, scale, answer);
    return cudaGetLastError();
}

}  // namespace coarsen::gpu
