// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/convolve/kernels/asynchronous_copy.cuh"
#include "gpu/convolve/kernels/register_tiles.hpp"

namespace coarsen::gpu {

namespace {

constexpr int rowsDown = registerTileAnswersDown, tapRows = 4, tileAcross = 128;

struct TileTask {
    FilterTask filter;
    const float* taps;
    int filterWidth, filterHeight, eights, fours, tapCount, pitch;
};

/// Adds `rows` rows of `columns` taps to the thread's answers; `tile`: its neighbourhood from the first tap's place on.
template <int rows, int columns>
__device__ __forceinline__ void addChunk(float (&sums)[rowsDown][8], const float* tile, int pitch, const float* taps) {
    constexpr int tapPitch = (columns + 3) / 4 * 4, across = (7 + columns + 3) / 4 * 4;
    float tap[rows][tapPitch];
#pragma unroll
    for (int j = 0; j < rows; ++j)
#pragma unroll
        for (int i = 0; i < tapPitch; i += 4) {
            const float4 four = *reinterpret_cast<const float4*>(taps + j * tapPitch + i);
            tap[j][i] = four.x, tap[j][i + 1] = four.y, tap[j][i + 2] = four.z, tap[j][i + 3] = four.w;
        }
#pragma unroll
    for (int y = 0; y < rowsDown + rows - 1; ++y) {
        float pixel[across];
#pragma unroll
        for (int x = 0; x < across; x += 4) {
            const float4 four = *reinterpret_cast<const float4*>(tile + y * pitch + x);
            pixel[x] = four.x, pixel[x + 1] = four.y, pixel[x + 2] = four.z, pixel[x + 3] = four.w;
        }
#pragma unroll
        for (int j = 0; j < rows; ++j) {
            const int r = y - j;
            if (r < 0 || r >= rowsDown) continue;
#pragma unroll
            for (int i = 0; i < columns; ++i)
#pragma unroll
                for (int x = 0; x < 8; ++x)
                    sums[r][x] = fmaf(tap[j][i], pixel[i + x], sums[r][x]);
        }
    }
}

template <int columns>
__device__ __forceinline__ void addColumns(float (&sums)[rowsDown][8], const float* tile, int pitch, const float*& taps,
                                           int filterHeight) {
    constexpr int tapPitch = (columns + 3) / 4 * 4;
    int j = 0;
#pragma unroll 1
    for (; j + tapRows <= filterHeight; j += tapRows, tile += tapRows * pitch, taps += tapRows * tapPitch)
        addChunk<tapRows, columns>(sums, tile, pitch, taps);
#pragma unroll 1
    for (; j < filterHeight; ++j, tile += pitch, taps += tapPitch)
        addChunk<1, columns>(sums, tile, pitch, taps);
}

template <int last, int warps>
__global__ void __launch_bounds__(32 * warps, 24 / warps) registerTiles(const TileTask task) {
    extern __shared__ float4 sharedMemory[];
    constexpr int threads = 32 * warps, tileDown = 2 * warps * rowsDown;
    float* const taps = reinterpret_cast<float*>(sharedMemory);
    float* const tile = taps + task.tapCount;
    const FilterTask& filter = task.filter;
    const int thread = threadIdx.x, lane = thread % 32, warp = thread / 32;
    const int x0 = blockIdx.x * tileAcross, y0 = blockIdx.y * tileDown;

    for (int i = 4 * thread; i < task.tapCount; i += 4 * threads)
        copySixteen(taps + i, task.taps + i, true);
    const int quads = (task.filterWidth + tileAcross - 1 + 3) / 4, rows = tileDown + task.filterHeight - 1;
    for (int row = warp; row < rows; row += warps) {
        const float* const from = filter.padded + static_cast<std::size_t>(y0 + row) * filter.paddedPitch + x0;
        const bool isRow = y0 + row < filter.paddedHeight;
        for (int quad = lane; quad < quads; quad += 32) {
            const bool isThere = isRow && x0 + 4 * quad < filter.paddedWidth;
            copySixteen(tile + row * task.pitch + 4 * quad, isThere ? from + 4 * quad : filter.padded, isThere);
        }
    }
    waitForCopies();
    __syncthreads();

    // Of 8 lanes that read at once 4 lie side by side, 4 below.
    const int across = (lane & 3) | ((lane >> 1) & 12), down = ((lane >> 2) & 1) + 2 * warp;
    float sums[rowsDown][8] = {};
    const float* place = tile + down * rowsDown * task.pitch + 8 * across;
    const float* tapsLeft = taps;
    for (int chunk = 0; chunk < task.eights; ++chunk, place += 8)
        addColumns<8>(sums, place, task.pitch, tapsLeft, task.filterHeight);
    for (int chunk = 0; chunk < task.fours; ++chunk, place += 4)
        addColumns<4>(sums, place, task.pitch, tapsLeft, task.filterHeight);
    addColumns<last>(sums, place, task.pitch, tapsLeft, task.filterHeight);

    const int x = x0 + 8 * across;
#pragma unroll
    for (int r = 0; r < rowsDown; ++r) {
        const int y = y0 + down * rowsDown + r;
        if (y >= filter.height) continue;
        float* const to = filter.answer + static_cast<std::size_t>(y) * filter.answerPitch + x;
        if (x + 8 <= filter.width && filter.answerPitch % 4 == 0 && !filter.adds) {
            reinterpret_cast<float4*>(to)[0] = make_float4(sums[r][0], sums[r][1], sums[r][2], sums[r][3]);
            reinterpret_cast<float4*>(to)[1] = make_float4(sums[r][4], sums[r][5], sums[r][6], sums[r][7]);
        } else {
#pragma unroll
            for (int i = 0; i < 8; ++i)
                if (x + i < filter.width) to[i] = filter.adds ? to[i] + sums[r][i] : sums[r][i];
        }
    }
}

template <int last>
cudaError_t launch(const TileTask& task, std::size_t bytes, int warps, cudaStream_t stream) {
    const auto with = [&](auto kernel) {
        const cudaError_t status =
            cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
        if (status != cudaSuccess) return status;
        const int tileDown = 2 * warps * rowsDown;
        const dim3 blocks((task.filter.width + tileAcross - 1) / tileAcross, (task.filter.height + tileDown - 1) / tileDown);
        kernel<<<blocks, 32 * warps, bytes, stream>>>(task);
        return cudaGetLastError();
    };
    return warps == 4 ? with(registerTiles<last, 4>) : with(registerTiles<last, 8>);
}

/// The taps are in the kernel's parameters, which its multiply-adds read at no cost.
template <int side>
struct SmallTask {
    FilterTask filter;
    float taps[side * side];
};

template <int side>
__global__ void __launch_bounds__(256) smallFilter(const __grid_constant__ SmallTask<side> task) {
    constexpr int across = 4, down = 8, quads = (side + across - 1 + 3) / 4;
    const FilterTask& filter = task.filter;
    const int x = (blockIdx.x * blockDim.x + threadIdx.x) * across, y = (blockIdx.y * blockDim.y + threadIdx.y) * down;
    if (x >= filter.width || y >= filter.height) return;
    float sums[down][across] = {};
    const float* from = filter.padded + static_cast<std::size_t>(y) * filter.paddedPitch + x;
#pragma unroll
    for (int row = 0; row < down + side - 1; ++row, from += filter.paddedPitch) {
        float pixel[4 * quads];
#pragma unroll
        for (int quad = 0; quad < quads; ++quad) {
            const float4 four = __ldg(reinterpret_cast<const float4*>(from) + quad);
            pixel[4 * quad] = four.x, pixel[4 * quad + 1] = four.y, pixel[4 * quad + 2] = four.z, pixel[4 * quad + 3] = four.w;
        }
#pragma unroll
        for (int r = 0; r < down; ++r) {
            const int j = row - r;
            if (j < 0 || j >= side) continue;
#pragma unroll
            for (int i = 0; i < side; ++i)
#pragma unroll
                for (int k = 0; k < across; ++k)
                    sums[r][k] = fmaf(task.taps[j * side + i], pixel[i + k], sums[r][k]);
        }
    }
#pragma unroll
    for (int r = 0; r < down; ++r) {
        if (y + r >= filter.height) break;
        float* const to = filter.answer + static_cast<std::size_t>(y + r) * filter.answerPitch + x;
        if (x + across <= filter.width && filter.answerPitch % 4 == 0) {
            *reinterpret_cast<float4*>(to) = make_float4(sums[r][0], sums[r][1], sums[r][2], sums[r][3]);
        } else {
            for (int k = 0; k < across; ++k)
                if (x + k < filter.width) to[k] = sums[r][k];
        }
    }
}

template <int side>
cudaError_t launchSmall(const FilterTask& filter, const float* taps, int filterWidth, int filterHeight, cudaStream_t stream) {
    SmallTask<side> task{filter, {}};
    for (int y = 0; y < filterHeight; ++y)
        for (int x = 0; x < filterWidth; ++x)
            task.taps[y * side + x] = taps[y * filterWidth + x];
    const dim3 threads(32, 8), blocks((filter.width + 127) / 128, (filter.height + 63) / 64);
    smallFilter<side><<<blocks, threads, 0, stream>>>(task);
    return cudaGetLastError();
}

}  // namespace

ChunkedTaps ChunkedTaps::of(const float* taps, int pitch, int width, int height) {
    ChunkedTaps chunks;
    chunks.width = width;
    chunks.height = height;
    chunks.eights = (width - 1) / 8;
    chunks.last = width - 8 * chunks.eights;
    if (chunks.last < 4 && chunks.eights > 0) {  // a chunk of few columns costs nearly what one of 4 costs
        --chunks.eights;
        chunks.fours = 1;
        chunks.last += 4;
    }
    int first = 0;
    const auto add = [&](int columns) {
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < (columns + 3) / 4 * 4; ++x)
                chunks.values.push_back(x < columns ? taps[y * pitch + first + x] : 0);
        first += columns;
    };
    for (int chunk = 0; chunk < chunks.eights; ++chunk)
        add(8);
    for (int chunk = 0; chunk < chunks.fours; ++chunk)
        add(4);
    add(chunks.last);
    return chunks;
}

std::size_t registerTileBytes(const ChunkedTaps& taps, int warps) {
    return sizeof(float) * (taps.values.size() + static_cast<std::size_t>(registerTilePitch(taps.width)) *
                                                     static_cast<std::size_t>(2 * warps * rowsDown + taps.height - 1));
}

cudaError_t addRegisterTiles(const FilterTask& filter, const ChunkedTaps& chunks, const float* taps, int warps,
                             cudaStream_t stream) {
    const TileTask task{filter,
                        taps,
                        chunks.width,
                        chunks.height,
                        chunks.eights,
                        chunks.fours,
                        static_cast<int>(chunks.values.size()),
                        registerTilePitch(chunks.width)};
    const std::size_t bytes = registerTileBytes(chunks, warps);
    switch (chunks.last) {
        case 1:
            return launch<1>(task, bytes, warps, stream);
        case 2:
            return launch<2>(task, bytes, warps, stream);
        case 3:
            return launch<3>(task, bytes, warps, stream);
        case 4:
            return launch<4>(task, bytes, warps, stream);
        case 5:
            return launch<5>(task, bytes, warps, stream);
        case 6:
            return launch<6>(task, bytes, warps, stream);
        case 7:
            return launch<7>(task, bytes, warps, stream);
        default:
            return launch<8>(task, bytes, warps, stream);
    }
}

cudaError_t runSmallFilter(const FilterTask& task, const float* taps, int filterWidth, int filterHeight, cudaStream_t stream) {
    switch (max(filterWidth, filterHeight) / 2) {
        case 0:
            return launchSmall<1>(task, taps, filterWidth, filterHeight, stream);
        case 1:
            return launchSmall<3>(task, taps, filterWidth, filterHeight, stream);
        case 2:
            return launchSmall<5>(task, taps, filterWidth, filterHeight, stream);
        case 3:
            return launchSmall<7>(task, taps, filterWidth, filterHeight, stream);
        case 4:
            return launchSmall<9>(task, taps, filterWidth, filterHeight, stream);
        case 5:
            return launchSmall<11>(task, taps, filterWidth, filterHeight, stream);
        case 6:
            return launchSmall<13>(task, taps, filterWidth, filterHeight, stream);
        default:
            return cudaErrorInvalidValue;
    }
}

}  // namespace coarsen::gpu
