// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/gpu/convolution_ladder.hpp"

#include <iterator>
#include <type_traits>
#include <utility>

namespace coarsen::gpu {

namespace {

__constant__ float constantTaps[mostConstantTaps];

template <bool isConstant>
__global__ void oneAnswer(const FilterTask task, const float* taps, int filterWidth, int filterHeight) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= task.width || y >= task.height) return;
    float sum = 0;
    for (int j = 0; j < filterHeight; ++j)
        for (int i = 0; i < filterWidth; ++i)
            sum += task.padded[static_cast<std::size_t>(y + j) * task.paddedPitch + x + i] *
                   (isConstant ? constantTaps : taps)[j * filterWidth + i];
    task.answer[static_cast<std::size_t>(y) * task.answerPitch + x] = sum;
}

template <int across, int down, int N>
__global__ void __launch_bounds__(across* down) tiled(const FilterTask task, int filterWidth, int filterHeight, int pitch) {
    extern __shared__ float neighbourhood[];
    const int x0 = blockIdx.x * across * N, y0 = blockIdx.y * down;
    const int columns = across * N + filterWidth - 1, rows = down + filterHeight - 1;
    for (int y = threadIdx.y; y < rows; y += down)
        for (int x = threadIdx.x; x < columns; x += across)
            neighbourhood[y * pitch + x] = x0 + x < task.paddedWidth && y0 + y < task.paddedHeight
                                               ? task.padded[static_cast<std::size_t>(y0 + y) * task.paddedPitch + x0 + x]
                                               : 0;
    __syncthreads();
    float sums[N] = {};
    const float* row = neighbourhood + threadIdx.y * pitch + threadIdx.x;
    for (int j = 0; j < filterHeight; ++j, row += pitch)
        for (int i = 0; i < filterWidth; ++i) {
            const float tap = constantTaps[j * filterWidth + i];
#pragma unroll
            for (int n = 0; n < N; ++n)
                sums[n] += row[i + n * across] * tap;
        }
    const int y = y0 + static_cast<int>(threadIdx.y);
#pragma unroll
    for (int n = 0; n < N; ++n) {
        const int x = x0 + n * across + static_cast<int>(threadIdx.x);
        if (x < task.width && y < task.height) task.answer[static_cast<std::size_t>(y) * task.answerPitch + x] = sums[n];
    }
}

template <int value>
using Constant = std::integral_constant<int, value>;

/// The blocks of ladderBlocks, one after the other.
template <typename Work, std::size_t... i>
void forEachBlock(Work work, std::index_sequence<i...>) {
    (work(Constant<ladderBlocks[i].across>{}, Constant<ladderBlocks[i].down>{}), ...);
}

struct Launch {
    const FilterTask& task;
    const Tile& tile;
    int filterWidth, filterHeight, padding;
    cudaStream_t stream;

    template <int across, int down, int N>
    cudaError_t with() const {
        const auto kernel = tiled<across, down, N>;
        const std::size_t bytes = neighbourhoodBytes(tile, filterWidth, filterHeight, padding);
        const cudaError_t status =
            cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
        if (status != cudaSuccess) return status;
        const dim3 blocks((task.width + tile.width() - 1) / tile.width(), (task.height + down - 1) / down);
        kernel<<<blocks, dim3(across, down), bytes, stream>>>(task, filterWidth, filterHeight,
                                                              tile.width() + filterWidth - 1 + padding);
        return cudaGetLastError();
    }

    template <int across, int down>
    cudaError_t run() const {
        switch (tile.answersAcross) {
            case 1:
                return with<across, down, 1>();
            case 2:
                return with<across, down, 2>();
            case 3:
                return with<across, down, 3>();
            case 4:
                return with<across, down, 4>();
            case 5:
                return with<across, down, 5>();
            case 6:
                return with<across, down, 6>();
            case 7:
                return with<across, down, 7>();
            case 8:
                return with<across, down, 8>();
            default:
                return cudaErrorInvalidValue;
        }
    }
};

}  // namespace

cudaError_t naiveConvolution(const FilterTask& task, const float* taps, int filterWidth, int filterHeight, cudaStream_t stream) {
    const dim3 threads(16, 16), blocks((task.width + 15) / 16, (task.height + 15) / 16);
    oneAnswer<false><<<blocks, threads, 0, stream>>>(task, taps, filterWidth, filterHeight);
    return cudaGetLastError();
}

cudaError_t constantConvolution(const FilterTask& task, int filterWidth, int filterHeight, cudaStream_t stream) {
    const dim3 threads(16, 16), blocks((task.width + 15) / 16, (task.height + 15) / 16);
    oneAnswer<true><<<blocks, threads, 0, stream>>>(task, nullptr, filterWidth, filterHeight);
    return cudaGetLastError();
}

cudaError_t putIntoConstantMemory(const float* taps, int count, cudaStream_t stream) {
    return cudaMemcpyToSymbolAsync(constantTaps, taps, sizeof(float) * count, 0, cudaMemcpyHostToDevice, stream);
}

cudaError_t tiledConvolution(const FilterTask& task, const Tile& tile, int filterWidth, int filterHeight, int padding,
                             cudaStream_t stream) {
    const Launch launch{task, tile, filterWidth, filterHeight, padding, stream};
    cudaError_t status = cudaErrorInvalidValue;
    // The block's shape is a constant of the kernel, as the paper says why.
    const auto tryBlock = [&](auto across, auto down) {
        if (tile.threadsAcross == across && tile.threadsDown == down)
            status = launch.run<decltype(across)::value, decltype(down)::value>();
    };
    forEachBlock(tryBlock, std::make_index_sequence<std::size(ladderBlocks)>{});
    return status;
}

}  // namespace coarsen::gpu
