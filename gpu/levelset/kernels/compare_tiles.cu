// SPDX-License-Identifier: GPL-3.0-or-later
// The matrix product of all patches with all, of which nothing is kept but what lies below a bar. A block holds 384 rows in
// registers, 32 a warp, and lets columns pass by in tiles: |a|^2 + |b|^2 - 2ab < bar is ab - |b|^2 / 2 > (|a|^2 - bar) / 2, so
// the sums begin at -|b|^2 / 2 and end with one comparison.
#include "gpu/levelset/kernels/nearest.hpp"

namespace coarsen::gpu {

namespace {

constexpr int rows = static_cast<int>(blockRows), rowsOfWarp = 32, threads = rows;
constexpr int tile = static_cast<int>(tileColumns), pass = 32, tilesInFlight = 3;
constexpr int chunksOfRow = 16, chunk = 8;  // 16 bytes each, 8 halves
constexpr int steps = 8;                    // of 16 along a patch
constexpr int across = pass / 8;            // products of the columns that a warp takes at once

struct Shared {
    __half columns[tilesInFlight][tile][patchLength];
    float minusHalves[tilesInFlight][tile];
};

__device__ void copyLater(void* to, const void* from) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(static_cast<unsigned>(__cvta_generic_to_shared(to))),
                 "l"(from));
}

/// Where a chunk of a column lies: turned so that eight columns' chunks lie in different banks.
__device__ int turned(int column, int which) {
    return (which ^ (column & 7)) * chunk;
}

__device__ void multiply(float (&sums)[4], const std::uint32_t (&a)[4], std::uint32_t b0, std::uint32_t b1) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

/// One step of 16 columns: four 8 x 8 pieces.
__device__ void loadPieces(std::uint32_t (&b)[4], const __half* from) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(b[0]), "=r"(b[1]), "=r"(b[2]), "=r"(b[3])
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(from))));
}

template <bool keepsAll>
__global__ void __launch_bounds__(threads, blocksOfMultiprocessor) compare(const CompareTask task) {
    extern __shared__ __align__(128) unsigned char memory[];
    Shared& shared = *reinterpret_cast<Shared*>(memory);
    const int thread = static_cast<int>(threadIdx.x), warp = thread / 32, lane = thread % 32;
    const std::uint32_t segment = blockIdx.x % task.segments, firstOfBlock = blockIdx.x / task.segments * rows;
    const std::uint32_t firstTile = segment * task.tilesOfSegment, allTiles = (task.columns + tile - 1) / tile;
    const std::uint32_t tiles = min(task.tilesOfSegment, allTiles > firstTile ? allTiles - firstTile : 0U);

    const auto fetch = [&](std::uint32_t which) {
        if (which < tiles) {
            const int slot = static_cast<int>(which % tilesInFlight);
            const std::size_t first = static_cast<std::size_t>(firstTile + which) * tile;
            for (int i = thread; i < tile * chunksOfRow; i += threads) {
                const int column = i / chunksOfRow, part = i % chunksOfRow;
                copyLater(&shared.columns[slot][column][turned(column, part)],
                          task.table.rounded + (first + column) * patchLength + part * chunk);
            }
            if (thread < tile / 4) copyLater(&shared.minusHalves[slot][thread * 4], task.table.minusHalves + first + thread * 4);
        }
        asm volatile("cp.async.commit_group;");
    };
    for (std::uint32_t i = 0; i + 1 < tilesInFlight; ++i)
        fetch(i);

    // This thread's rows: lane / 4 and 8, 16, 24 further on.
    std::uint32_t a[2][steps][4];
    float square[4], bar[4];  // the latter: what a sum must exceed
    const int firstOwn = warp * rowsOfWarp + lane / 4;
    for (int i = 0; i < 4; ++i) {
        const std::uint32_t row = firstOfBlock + firstOwn + i * 8;
        const std::uint32_t element = task.first + min(row, task.count - 1);
        const std::uint32_t place = task.table.placeOfElement[element];
        const auto* const from = reinterpret_cast<const std::uint32_t*>(task.table.rounded + place * patchLength) + lane % 4;
        for (int step = 0; step < steps; ++step) {
            a[i / 2][step][i % 2] = from[step * 8];
            a[i / 2][step][i % 2 + 2] = from[step * 8 + 4];
        }
        square[i] = -2 * task.table.minusHalves[place];
        if (!keepsAll) bar[i] = row < task.count ? (square[i] - task.bars[row]) / 2 : INFINITY;
    }

    // What it keeps goes into lists of its own, so that nobody has to wait for a place in them.
    const std::uint32_t lists = task.segments * lanesOfRow, list = segment * lanesOfRow + lane % lanesOfRow;
    const std::uint32_t capacity = task.capacity, apart = 8 * lists * capacity,
                        firstList = ((firstOfBlock + firstOwn) * lists + list) * capacity;
    std::uint32_t count[4] = {};

    for (std::uint32_t which = 0; which < tiles; ++which) {
        asm volatile("cp.async.wait_group %0;" ::"n"(tilesInFlight - 2));
        __syncthreads();
        fetch(which + tilesInFlight - 1);
        const int slot = static_cast<int>(which % tilesInFlight);

#pragma unroll 1
        for (int at = 0; at < tile; at += pass) {
            float sums[2][across][4];
            for (int n = 0; n < across; ++n) {
                const float2 start = *reinterpret_cast<const float2*>(&shared.minusHalves[slot][at + n * 8 + lane % 4 * 2]);
                for (int half = 0; half < 2; ++half) {
                    sums[half][n][0] = sums[half][n][2] = start.x;
                    sums[half][n][1] = sums[half][n][3] = start.y;
                }
            }
            const int column = lane / 16 * 8 + lane % 8, part = lane / 8 % 2;
#pragma unroll
            for (int step = 0; step < steps; ++step)
#pragma unroll
                for (int n = 0; n < across; n += 2) {
                    std::uint32_t b[4];
                    loadPieces(b, &shared.columns[slot][at + n * 8 + column][turned(column, step * 2 + part)]);
                    for (int half = 0; half < 2; ++half) {
                        multiply(sums[half][n], a[half][step], b[0], b[1]);
                        multiply(sums[half][n + 1], a[half][step], b[2], b[3]);
                    }
                }

            const std::uint32_t firstColumn = (firstTile + which) * tile + at + lane % 4 * 2;
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                const int own = firstOwn + i * 8;
                if constexpr (keepsAll) {
                    if (firstOfBlock + own >= task.count) continue;
                    float* const to = task.squares + static_cast<std::size_t>(firstOfBlock + own) * task.columns + firstColumn;
#pragma unroll
                    for (int n = 0; n < across; ++n)
                        *reinterpret_cast<float2*>(to + n * 8) = {fmaxf(square[i] - 2 * sums[i / 2][n][i % 2 * 2], 0.0F),
                                                                  fmaxf(square[i] - 2 * sums[i / 2][n][i % 2 * 2 + 1], 0.0F)};
                } else {
#pragma unroll
                    for (int from = 0; from < across; from += 4) {  // eight at a time: most have no survivor
                        float most = -INFINITY;
#pragma unroll
                        for (int n = from; n < from + 4; ++n)
                            most = fmaxf(most, fmaxf(sums[i / 2][n][i % 2 * 2], sums[i / 2][n][i % 2 * 2 + 1]));
                        if (!(most > bar[i])) continue;
#pragma unroll
                        for (int n = from; n < from + 4; ++n)
#pragma unroll
                            for (int j = 0; j < 2; ++j) {
                                const float sum = sums[i / 2][n][i % 2 * 2 + j];
                                if (!(sum > bar[i])) continue;
                                if (count[i] < capacity)
                                    task.survivors[firstList + i * apart + count[i]] = {fmaxf(square[i] - 2 * sum, 0.0F),
                                                                                        firstColumn + n * 8 + j};
                                ++count[i];
                            }
                    }
                }
            }
        }
    }
    if constexpr (!keepsAll)
        for (int i = 0; i < 4; ++i)
            if (const std::uint32_t row = firstOfBlock + firstOwn + i * 8; row < task.count)
                task.counts[static_cast<std::size_t>(row) * lists + list] = count[i];
}

template <bool keepsAll>
cudaError_t launch(const CompareTask& task, cudaStream_t stream) {
    const cudaError_t status =
        cudaFuncSetAttribute(compare<keepsAll>, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(Shared));
    if (status != cudaSuccess) return status;
    const unsigned blocks = (task.count + rows - 1) / rows * static_cast<unsigned>(task.segments);
    compare<keepsAll><<<blocks, threads, sizeof(Shared), stream>>>(task);
    return cudaGetLastError();
}

}  // namespace

cudaError_t sampleSquares(const CompareTask& task, cudaStream_t stream) {
    return launch<true>(task, stream);
}

cudaError_t compareTiles(const CompareTask& task, cudaStream_t stream) {
    return launch<false>(task, stream);
}

}  // namespace coarsen::gpu
