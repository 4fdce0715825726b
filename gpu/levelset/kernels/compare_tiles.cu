// SPDX-License-Identifier: GPL-3.0-or-later
// The matrix product of all patches with all, of which nothing is kept but what lies below a bar. A block holds 384 rows in
// registers, 32 a warp, and lets columns pass by in tiles: |a|^2 + |b|^2 - 2ab < bar is ab - |b|^2 / 2 > (|a|^2 - bar) / 2, so
// the sums begin at -|b|^2 / 2 and end with one comparison.
#include "gpu/levelset/kernels/nearest.hpp"
#include "gpu/levelset/kernels/tile_products.cuh"

namespace coarsen::gpu {

namespace {

constexpr int rows = static_cast<int>(blockRows), threads = rows;
constexpr int tilesInFlight = 3;  // one is read, the one before it may still be, the next one comes

__device__ void copyLater(void* to, const void* from) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(static_cast<unsigned>(__cvta_generic_to_shared(to))),
                 "l"(from));
}

/// Without a branch: of a warp's lanes it is now one and now another.
__device__ void storeIf(bool isSo, void* to, float sum, std::uint32_t place) {
    asm volatile(
        "{\n.reg .pred isSo;\nsetp.ne.b32 isSo, %0, 0;\n@isSo st.global.v2.b32 [%1], {%2, %3};\n}" ::"r"(static_cast<int>(isSo)),
        "l"(to), "f"(sum), "r"(place));
}

template <bool keepsAll>
__global__ void __launch_bounds__(threads, blocksOfMultiprocessor) compare(const CompareTask task) {
    extern __shared__ __align__(1024) unsigned char memory[];
    auto* const slots = reinterpret_cast<TileOfColumns*>(memory);
    const int thread = static_cast<int>(threadIdx.x), warp = thread / 32, lane = thread % 32;
    const std::uint32_t tilesOfRow = (task.columns + tile - 1) / tile,
                        all = (task.count + rows - 1) / rows * tilesOfRow;  // one block of rows after the other
    std::uint32_t next = blockIdx.x * task.tilesOfBlock;
    const std::uint32_t end = min(next + task.tilesOfBlock, all);
    while (next < end) {
        const std::uint32_t firstTile = next % tilesOfRow, firstOfBlock = next / tilesOfRow * rows;
        const std::uint32_t segment = blockIdx.x - (next - firstTile) / task.tilesOfBlock;
        const std::uint32_t tiles = min(end - next, tilesOfRow - firstTile);
        next += tiles;

        const auto fetch = [&](std::uint32_t which) {
            if (which < tiles) {
                TileOfColumns& to = slots[which % tilesInFlight];
                const std::size_t first = static_cast<std::size_t>(firstTile + which) * tile;
                for (int i = thread; i < tile * chunksOfPatch; i += threads)
                    copyLater(to.chunk(i / chunksOfPatch, i % chunksOfPatch),
                              task.table.rounded + first * patchLength + static_cast<std::size_t>(i) * chunkLength);
                if (thread < tile / 4) copyLater(&to.minusHalves[thread * 4], task.table.minusHalves + first + thread * 4);
            }
            asm volatile("cp.async.commit_group;");
        };
        fetch(0);

        // This thread's rows: lane / 4 and 8, 16, 24 further on.
        TileProducts products;
        float square[4], bar[4];  // the latter: what a sum must exceed
        const int firstOwn = warp * rowsOfWarp + lane / 4;
        for (int i = 0; i < 4; ++i) {
            const std::uint32_t row = firstOfBlock + firstOwn + i * 8;
            const std::uint32_t element = task.first + min(row, task.count - 1);
            const std::uint32_t place = task.table.placeOfElement[element];
            products.setRow(i, task.table.rounded + place * patchLength);
            square[i] = -2 * task.table.minusHalves[place];
            if (!keepsAll) bar[i] = row < task.count ? (square[i] - task.bars[row]) / 2 : INFINITY;
        }

        // What it keeps goes into lists of its own, so that nobody has to wait for a place in them; places in bytes.
        const std::uint32_t lists = task.segments * lanesOfRow, list = segment * lanesOfRow + lane % lanesOfRow;
        const std::uint32_t room = task.capacity * sizeof(Survivor), apart = 8 * lists * room,
                            firstList = ((firstOfBlock + firstOwn) * lists + list) * room;
        std::uint32_t to[4];
        for (int i = 0; i < 4; ++i)
            to[i] = firstList + i * apart;

        const auto arrived = [&](std::uint32_t which) -> TileOfColumns& {
            asm volatile("cp.async.wait_group 0;");
            TileProducts::showTile();
            __syncthreads();
            fetch(which + 1);
            return slots[which % tilesInFlight];
        };
        // Two of this thread's rows, and the columns from there.
        const auto judge = [&](int half, const ColumnSums& sums, int from) {
            const std::uint32_t firstColumn = firstTile * tile + from + lane % 4 * 2;
#pragma unroll
            for (int j = 0; j < 2; ++j) {
                const int i = half * 2 + j;
                if constexpr (keepsAll) {
                    const std::uint32_t row = firstOfBlock + firstOwn + i * 8;
                    if (row >= task.count) continue;
                    float* const to = task.squares + static_cast<std::size_t>(row) * task.columns + firstColumn;
#pragma unroll
                    for (int n = 0; n < across; ++n)
                        *reinterpret_cast<float2*>(to + n * 8) = {fmaxf(square[i] - 2 * sums[n][j * 2], 0.0F),
                                                                  fmaxf(square[i] - 2 * sums[n][j * 2 + 1], 0.0F)};
                } else {
#pragma unroll
                    for (int first = 0; first < across; first += 4) {  // eight at a time: most have no survivor
                        float most = -INFINITY;
#pragma unroll
                        for (int n = first; n < first + 4; ++n)
                            most = fmaxf(most, fmaxf(sums[n][j * 2], sums[n][j * 2 + 1]));
                        if (!(most > bar[i])) continue;
#pragma unroll
                        for (int n = first; n < first + 4; ++n)
#pragma unroll
                            for (int k = 0; k < 2; ++k) {
                                const float sum = sums[n][j * 2 + k];
                                const bool isBelow = sum > bar[i];
                                storeIf(isBelow && to[i] < firstList + i * apart + room,
                                        reinterpret_cast<unsigned char*>(task.survivors) + to[i], sum, firstColumn + n * 8 + k);
                                if (isBelow) to[i] += sizeof(Survivor);
                            }
                    }
                }
            }
        };
        products.withTiles(tiles, arrived, judge);
        if constexpr (!keepsAll)
            for (int i = 0; i < 4; ++i)
                if (const std::uint32_t row = firstOfBlock + firstOwn + i * 8; row < task.count)
                    task.counts[static_cast<std::size_t>(row) * lists + list] =
                        (to[i] - firstList - i * apart) / sizeof(Survivor);
        __syncthreads();  // before the next rows' columns come
    }
}

template <bool keepsAll>
cudaError_t launch(const CompareTask& task, cudaStream_t stream) {
    constexpr int room = tilesInFlight * sizeof(TileOfColumns);
    const cudaError_t status = cudaFuncSetAttribute(compare<keepsAll>, cudaFuncAttributeMaxDynamicSharedMemorySize, room);
    if (status != cudaSuccess) return status;
    const std::size_t tiles = (task.count + rows - 1) / rows * ((task.columns + tile - 1) / tile);
    const auto blocks = static_cast<unsigned>((tiles + task.tilesOfBlock - 1) / task.tilesOfBlock);
    compare<keepsAll><<<blocks, threads, room, stream>>>(task);
    return cudaGetLastError();
}

}  // namespace

cudaError_t sampleSquares(const CompareTask& task, cudaStream_t stream) {
    return launch<true>(task, stream);
}

cudaError_t compareTiles(const CompareTask& task, cudaStream_t stream) {
    const std::size_t lists = static_cast<std::size_t>(task.count) * task.segments * lanesOfRow;
    const cudaError_t status = cudaMemsetAsync(task.counts, 0, lists * sizeof *task.counts, stream);  // not all have so many
    return status == cudaSuccess ? launch<false>(task, stream) : status;
}

}  // namespace coarsen::gpu
