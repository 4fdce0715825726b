// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/correlate/kernels/padded_planes.hpp"

namespace coarsen::gpu {

namespace {

constexpr unsigned threads = 256;

unsigned blocks(std::size_t size) {
    return static_cast<unsigned>((size + threads - 1) / threads);
}

/// Grid: columns / blockDim, rows, frames.
template <typename Pixel>
__global__ void pad(const PadTask task, float* padded) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= task.paddedWidth) return;
    float value = 0;
    if (x < task.width && y < task.height) {
        const int plane = task.plane + static_cast<int>(blockIdx.z) * task.step;
        const auto planeSize = static_cast<std::size_t>(task.width) * task.height;
        const auto place = static_cast<std::size_t>(y) * task.width + x;
        const std::uint8_t* mask = task.planes.masks;
        if (!mask || mask[static_cast<std::size_t>(plane / task.channels) * planeSize + place]) {
            const float2 mean = task.planes.means[plane];
            value =
                static_cast<float>(static_cast<const Pixel*>(task.planes.pixels)[plane * planeSize + place]) - mean.x - mean.y;
        }
    }
    padded[(static_cast<std::size_t>(blockIdx.z) * task.rows + y) * task.paddedWidth + x] = value;
}

__global__ void addProducts(const float2* a, const float2* b, std::size_t size, bool isFirst, float2* sums) {
    const auto i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= size) return;
    const float2 sum = isFirst ? float2{0, 0} : sums[i];
    sums[i] = {sum.x + a[i].x * b[i].x + a[i].y * b[i].y, sum.y + a[i].y * b[i].x - a[i].x * b[i].y};
}

/// Grid: columns / blockDim, rows of the answer, frames.
__global__ void crop(const CropTask task, const float* padded, float* answers) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, Y0 = task.minY + static_cast<int>(blockIdx.y);
    if (i > 2 * task.maxLag) return;
    const int X0 = i - task.maxLag, column = X0 < 0 ? X0 + task.paddedWidth : X0, row = Y0 < 0 ? Y0 + task.rows : Y0;
    const auto from = (static_cast<std::size_t>(blockIdx.z) * task.rows + row) * task.paddedWidth + column;
    const auto to = (static_cast<std::size_t>(blockIdx.z) * gridDim.y + blockIdx.y) * (2 * task.maxLag + 1) + i;
    answers[to] = task.scale * padded[from];
}

}  // namespace

cudaError_t padPlanes(const PadTask& task, float* padded, cudaStream_t stream) {
    const dim3 grid(blocks(static_cast<std::size_t>(task.paddedWidth)), static_cast<unsigned>(task.rows),
                    static_cast<unsigned>(task.frames));
    switch (task.planes.format) {
        case PixelFormat::u8:
            pad<std::uint8_t><<<grid, threads, 0, stream>>>(task, padded);
            break;
        case PixelFormat::u16:
            pad<std::uint16_t><<<grid, threads, 0, stream>>>(task, padded);
            break;
        case PixelFormat::f32:
            pad<float><<<grid, threads, 0, stream>>>(task, padded);
            break;
    }
    return cudaGetLastError();
}

cudaError_t addSpectra(const float2* a, const float2* b, std::size_t size, bool isFirst, float2* sums, cudaStream_t stream) {
    addProducts<<<blocks(size), threads, 0, stream>>>(a, b, size, isFirst, sums);
    return cudaGetLastError();
}

cudaError_t cropAnswers(const CropTask& task, const float* padded, float* answers, cudaStream_t stream) {
    const dim3 grid(blocks(static_cast<std::size_t>(2 * task.maxLag + 1)), static_cast<unsigned>(task.maxLag - task.minY + 1),
                    static_cast<unsigned>(task.frames));
    crop<<<grid, threads, 0, stream>>>(task, padded, answers);
    return cudaGetLastError();
}

}  // namespace coarsen::gpu
