// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/gpu/channel_tiles.hpp"

namespace coarsen::gpu {

namespace {

constexpr int mostThreadsOfTile = 512;

/// The channels of a pixel side by side.
struct Pixels {
    using Number = float4;
    static constexpr int parts = 1;
};

/// Plane after plane.
struct Planes {
    using Number = float;
    static constexpr int parts = 4;
};

__device__ float product(const float4& a, const float4& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

__device__ float product(float a, float b) {
    return a * b;
}

__device__ void clear(float4& number) {
    number = float4{0, 0, 0, 0};
}

__device__ void clear(float& number) {
    number = 0;
}

/// One image of the batch.
template <typename Layout>
struct ImageOnDevice {
    using Number = typename Layout::Number;
    const Number* numbers;
    cudaTextureObject_t texture;
    int side, first;

    template <RowMemory memory>
    __device__ Number at(int part, int y, int x) const {
        const int i = first + (part * side + y) * side + x;
        if constexpr (memory == RowMemory::texture)
            return tex1Dfetch<Number>(texture, i);
        else if constexpr (memory == RowMemory::secondCache)
            return __ldcg(numbers + i);
        else
            return __ldca(numbers + i);
    }

    /// The block's threads put row y, zeros beyond the last one, into shared memory.
    __device__ void putRow(int y, Number* line) const {
        const int thread = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
        for (int part = 0; part < Layout::parts; ++part)
            for (int x = thread; x < side; x += threads) {
                Number& number = line[part * side + x];
                if (y < side)
                    number = at<RowMemory::bothCaches>(part, y, x);
                else
                    clear(number);
            }
    }
};

template <typename Layout>
__device__ ImageOnDevice<Layout> imageOf(const TileBatch& batch, int frame) {
    return {reinterpret_cast<const typename Layout::Number*>(batch.images), batch.texture, batch.side,
            frame * Layout::parts * batch.side * batch.side};
}

/// Block: across x down threads; grid: tiles across and down, images. Row y of the mask and rows y + Y0 of the source, the lowest
/// of which is new at each step where they lie in shared memory: row r in line r % held.
template <typename Layout, RowMemory maskIn, RowMemory sourceIn, int lagsEach>
__global__ void __launch_bounds__(mostThreadsOfTile) tileKernel(TileBatch batch, float* sums) {
    using Number = typename Layout::Number;
    constexpr int parts = Layout::parts;
    constexpr bool isMaskShared = maskIn == RowMemory::shared, isSourceShared = sourceIn == RowMemory::shared;
    extern __shared__ float4 memory[];
    const int side = batch.side, lags = side / 2, pitch = parts * side;
    Number *const mask = reinterpret_cast<Number*>(memory), *const source = mask + pitch;
    const auto image = imageOf<Layout>(batch, blockIdx.z);
    const int held = blockDim.y * lagsEach, top = blockIdx.y * held;
    const int X0 = blockIdx.x * blockDim.x + threadIdx.x, Y0 = top + threadIdx.y;
    float totals[lagsEach] = {};
    for (int y = 0; y < side - top; ++y) {
        if constexpr (isMaskShared) {
            __syncthreads();
            image.putRow(y, mask);
            if constexpr (isSourceShared)
                for (int row = y == 0 ? top : top + y + held - 1; row < top + y + held; ++row)
                    image.putRow(row, source + row % held * pitch);
            __syncthreads();
        }
        if (X0 >= lags || y >= side - Y0) continue;
        const Number* lines[lagsEach];
        for (int k = 0; k < lagsEach; ++k)
            lines[k] = source + (y + Y0 + k * static_cast<int>(blockDim.y)) % held * pitch + X0;
        float sumsOfRow[lagsEach] = {};
        for (int x = 0; x < side - X0; ++x)
#pragma unroll
            for (int part = 0; part < parts; ++part) {
                Number still;
                if constexpr (isMaskShared)
                    still = mask[part * side + x];
                else
                    still = image.template at<maskIn>(part, y, x);
#pragma unroll
                for (int k = 0; k < lagsEach; ++k)
                    if constexpr (isSourceShared)
                        sumsOfRow[k] += product(still, lines[k][part * side + x]);
                    else
                        sumsOfRow[k] += product(still, image.template at<sourceIn>(part, y + Y0, x + X0));
            }
        for (int k = 0; k < lagsEach; ++k)
            totals[k] += sumsOfRow[k];
    }
    for (int k = 0; k < lagsEach; ++k) {
        const int lagDown = Y0 + k * static_cast<int>(blockDim.y);
        if (X0 < lags && lagDown < lags)
            sums[blockIdx.z * batch.answerSize + static_cast<std::size_t>(lagDown) * lags + X0] = totals[k];
    }
}

/// Sum that column threadIdx.x of the overlap adds to a lag, in each so many rows from the first on.
__device__ float sumOfColumn(const ImageOnDevice<Pixels>& image, int X0, int Y0, int firstRow, int everyRow) {
    const int x = threadIdx.x;
    float sum = 0;
    if (x < image.side - X0)
        for (int y = firstRow; y < image.side - Y0; y += everyRow)
            sum += product(image.at<RowMemory::bothCaches>(0, y, x), image.at<RowMemory::bothCaches>(0, y + Y0, x + X0));
    return sum;
}

/// Block: a thread for each column; grid: groups of lags.
__global__ void groupKernel(TileBatch batch, float* sums) {
    __shared__ float total;
    const auto image = imageOf<Pixels>(batch, 0);
    const int lags = batch.side / 2, first = blockIdx.x * lagsOfGroup;
    for (int lag = first; lag < min(first + lagsOfGroup, lags * lags); ++lag) {
        if (threadIdx.x == 0) total = 0;
        __syncthreads();
        atomicAdd(&total, sumOfColumn(image, lag % lags, lag / lags, 0, 1));
        __syncthreads();
        if (threadIdx.x == 0) sums[lag] = total;
    }
}

/// Block: a thread for each column; grid: rows that are taken at once.
__global__ void allKernel(TileBatch batch, float* sums) {
    __shared__ float total;
    const auto image = imageOf<Pixels>(batch, 0);
    const int lags = batch.side / 2;
    for (int lag = 0; lag < lags * lags; ++lag) {
        if (threadIdx.x == 0) total = 0;
        __syncthreads();
        atomicAdd(&total, sumOfColumn(image, lag % lags, lag / lags, blockIdx.x, gridDim.x));
        __syncthreads();
        if (threadIdx.x == 0) atomicAdd(&sums[lag], total);
    }
}

template <typename Layout, RowMemory mask, RowMemory source, typename Work>
cudaError_t withLagsEach(const ChannelTile& tile, Work work) {
    if (tile.lagsEach == 1) return work(tileKernel<Layout, mask, source, 1>);
    if constexpr (source == RowMemory::shared)
        if (tile.lagsEach == 2) return work(tileKernel<Layout, mask, source, 2>);
    return cudaErrorInvalidValue;
}

template <typename Layout, RowMemory memory, typename Work>
cudaError_t withMask(const ChannelTile& tile, Work work) {
    if (tile.mask == RowMemory::shared) return withLagsEach<Layout, RowMemory::shared, memory>(tile, work);
    return tile.mask == memory ? withLagsEach<Layout, memory, memory>(tile, work) : cudaErrorInvalidValue;
}

template <typename Layout, typename Work>
cudaError_t withMemories(const ChannelTile& tile, Work work) {
    switch (tile.source) {
        case RowMemory::shared:
            return withMask<Layout, RowMemory::shared>(tile, work);
        case RowMemory::texture:
            return withMask<Layout, RowMemory::texture>(tile, work);
        case RowMemory::bothCaches:
            return withMask<Layout, RowMemory::bothCaches>(tile, work);
        default:
            return withMask<Layout, RowMemory::secondCache>(tile, work);
    }
}

/// Does the work with the kernel of that tile.
template <typename Work>
cudaError_t withKernel(const ChannelTile& tile, Work work) {
    return tile.isOfPlanes ? withMemories<Planes>(tile, work) : withMemories<Pixels>(tile, work);
}

std::size_t sharedBytes(const TileBatch& batch, const ChannelTile& tile) {
    const int lines =
        (tile.mask == RowMemory::shared ? 1 : 0) + (tile.source == RowMemory::shared ? tile.down * tile.lagsEach : 0);
    return static_cast<std::size_t>(lines) * static_cast<std::size_t>(batch.side) * sizeof(float4);
}

unsigned over(int count, int each) {
    return static_cast<unsigned>((count + each - 1) / each);
}

}  // namespace

cudaError_t addInThreads(const TileBatch& batch, const ChannelTile& tile, float* sums, cudaStream_t stream) {
    return withKernel(tile, [&](auto kernel) {
        const cudaError_t status =
            cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                                 tile.hasLargeCache ? cudaSharedmemCarveoutMaxL1 : cudaSharedmemCarveoutMaxShared);
        if (status != cudaSuccess) return status;
        const int lags = batch.side / 2;
        const dim3 grid(over(lags, tile.across), over(lags, tile.down * tile.lagsEach), static_cast<unsigned>(batch.frames));
        kernel<<<grid, dim3(static_cast<unsigned>(tile.across), static_cast<unsigned>(tile.down)), sharedBytes(batch, tile),
                 stream>>>(batch, sums);
        return cudaGetLastError();
    });
}

cudaError_t resourcesOf(const TileBatch& batch, const ChannelTile& tile, TileResources& resources) {
    return withKernel(tile, [&](auto kernel) {
        cudaFuncAttributes attributes{};
        const cudaError_t status = cudaFuncGetAttributes(&attributes, kernel);
        resources = {attributes.numRegs, static_cast<int>(attributes.localSizeBytes), static_cast<int>(sharedBytes(batch, tile))};
        return status;
    });
}

cudaError_t addInGroups(const TileBatch& batch, float* sums, cudaStream_t stream) {
    const int lags = batch.side / 2;
    groupKernel<<<over(lags * lags, lagsOfGroup), static_cast<unsigned>(batch.side), 0, stream>>>(batch, sums);
    return cudaGetLastError();
}

cudaError_t addOverAll(const TileBatch& batch, float* sums, cudaStream_t stream) {
    const int lags = batch.side / 2;
    allKernel<<<over(lags * lags, lagsOfGroup), static_cast<unsigned>(batch.side), 0, stream>>>(batch, sums);
    return cudaGetLastError();
}

}  // namespace coarsen::gpu
