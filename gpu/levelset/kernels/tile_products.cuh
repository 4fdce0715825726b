// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A warp's 32 rows, in registers, times the columns of a tile, in shared memory, by tensor cores: asynchronously for four warps
// together where the chip can (compute capability 9.0), else a warp by itself. Both lay rows, columns and sums out alike.

#include "gpu/levelset/kernels/tile_sizes.hpp"

#include <cuda_fp16.h>

#include <cstdint>

namespace coarsen::gpu {

constexpr int tile = static_cast<int>(tileColumns), rowsOfWarp = 32;
constexpr int chunkLength = 8, chunksOfPatch = static_cast<int>(patchLength) / chunkLength;  // 16 bytes each
constexpr int chunksOfLine = 8;                                                              // lines of 128 bytes: the banks once
constexpr int steps = 8;                                                                     // of 16 along a patch

#ifdef __CUDA_ARCH_FEAT_SM90_ALL
constexpr int pass = 64;
#else
constexpr int pass = 32;  // columns at once
#endif
constexpr int across = pass / 8;

/// Sums of two rows, 8 apart, with columns n * 8 + lane % 4 * 2 and the next one: those of the first row, then the other's.
using ColumnSums = float[across][4];

/// Each column is cut in two lines, whose chunks are turned so that those of eight columns lie in different banks.
struct __align__(1024) TileOfColumns {
    __half lines[chunksOfPatch / chunksOfLine][tile][chunksOfLine * chunkLength];
    float minusHalves[tile];

    __device__ __half* chunk(int column, int which) {
        return &lines[which / chunksOfLine][column][(which % chunksOfLine ^ column % chunksOfLine) * chunkLength];
    }
};

class TileProducts {
public:
    /// Row lane / 4 + 8 i of the warp.
    __device__ void setRow(int i, const __half* patch) {
        const auto* const from = reinterpret_cast<const std::uint32_t*>(patch) + threadIdx.x % 4;
        for (int step = 0; step < steps; ++step) {
            a_[i / 2][step][i % 2] = from[step * 8];
            a_[i / 2][step][i % 2 + 2] = from[step * 8 + 4];
        }
    }

    /// Lets those that multiply see what this thread has copied into a tile; for all, before a barrier.
    __device__ static void showTile() {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
    }

    /// Calls judge(half, sums, first column), of rows 0, 8 and of rows 16, 24 beside the thread's first one. tiles(which) waits
    /// for a tile, also for one behind the last; the one before it may still be read then.
    template <typename Tiles, typename Judge>
    __device__ void withTiles(std::uint32_t count, const Tiles& tiles, const Judge& judge);

private:
    __device__ static void begin(ColumnSums& sums, const TileOfColumns& columns, int at) {
#pragma unroll
        for (int n = 0; n < across; ++n) {
            const float2 start = *reinterpret_cast<const float2*>(&columns.minusHalves[at + n * 8 + threadIdx.x % 4 * 2]);
            sums[n][0] = sums[n][2] = start.x;
            sums[n][1] = sums[n][3] = start.y;
        }
    }

    std::uint32_t a_[2][steps][4];
};

#ifdef __CUDA_ARCH_FEAT_SM90_ALL

/// Where 64 columns lie, for the tensor cores: lines of 128 bytes, turned; eight of them, then the next eight.
__device__ inline std::uint64_t placeOf(const __half* lines) {
    constexpr std::uint64_t eightLines = 1024 / 16, turned = 1;
    return static_cast<std::uint64_t>(__cvta_generic_to_shared(lines)) / 16 | std::uint64_t{1} << 16 | eightLines << 32 |
           turned << 62;
}

/// Adds the products of 16 rows a warp with 64 columns, 16 along the patches; sums and `a` must be left alone until then.
__device__ inline void multiplyLater(ColumnSums& sums, const std::uint32_t (&a)[4], std::uint64_t columns) {
    asm volatile(
        "{\n.reg .pred adds;\nsetp.ne.b32 adds, 1, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 "
        "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,"
        "%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31}, "
        "{%32,%33,%34,%35}, %36, adds, 1, 1, 0;\n}"
        : "+f"(sums[0][0]), "+f"(sums[0][1]), "+f"(sums[0][2]), "+f"(sums[0][3]), "+f"(sums[1][0]), "+f"(sums[1][1]),
          "+f"(sums[1][2]), "+f"(sums[1][3]), "+f"(sums[2][0]), "+f"(sums[2][1]), "+f"(sums[2][2]), "+f"(sums[2][3]),
          "+f"(sums[3][0]), "+f"(sums[3][1]), "+f"(sums[3][2]), "+f"(sums[3][3]), "+f"(sums[4][0]), "+f"(sums[4][1]),
          "+f"(sums[4][2]), "+f"(sums[4][3]), "+f"(sums[5][0]), "+f"(sums[5][1]), "+f"(sums[5][2]), "+f"(sums[5][3]),
          "+f"(sums[6][0]), "+f"(sums[6][1]), "+f"(sums[6][2]), "+f"(sums[6][3]), "+f"(sums[7][0]), "+f"(sums[7][1]),
          "+f"(sums[7][2]), "+f"(sums[7][3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(columns));
}

/// Waits until all but the last `others` products are there.
template <int others>
__device__ void waitFor(ColumnSums& sums) {
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(others) : "memory");
#pragma unroll
    for (int n = 0; n < across; ++n)  // nobody reads them before
        asm volatile("" : "+f"(sums[n][0]), "+f"(sums[n][1]), "+f"(sums[n][2]), "+f"(sums[n][3])::"memory");
}

/// Multiplies one half of the rows while the other is judged, also from one tile to the next.
template <typename Tiles, typename Judge>
__device__ void TileProducts::withTiles(std::uint32_t count, const Tiles& tiles, const Judge& judge) {
    ColumnSums sums[2];
    const auto start = [&](int half, const TileOfColumns& columns, int at) {
        begin(sums[half], columns, at);
        __syncwarp();
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
        for (int step = 0; step < steps; ++step)
            multiplyLater(sums[half], a_[half][step], placeOf(&columns.lines[step / 4][at][step % 4 * 16]));
        asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    };
    const TileOfColumns* columns = &tiles(0);
    start(0, *columns, 0);
#pragma unroll 1
    for (std::uint32_t which = 0; which < count; ++which) {
#pragma unroll
        for (int at = 0; at < tile; at += pass) {
            const int column = static_cast<int>(which) * tile + at, next = (at + pass) % tile;
            start(1, *columns, at);
            waitFor<1>(sums[0]);
            judge(0, sums[0], column);
            if (next == 0) columns = &tiles(which + 1);
            start(0, *columns, next);  // behind the last tile for nothing
            waitFor<1>(sums[1]);
            judge(1, sums[1], column);
        }
    }
    waitFor<0>(sums[0]);
}

#else

__device__ inline void multiply(float (&sums)[4], const std::uint32_t (&a)[4], std::uint32_t b0, std::uint32_t b1) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

/// One step of 16 columns: four 8 x 8 pieces.
__device__ inline void loadPieces(std::uint32_t (&b)[4], const __half* from) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(b[0]), "=r"(b[1]), "=r"(b[2]), "=r"(b[3])
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(from))));
}

template <typename Tiles, typename Judge>
__device__ void TileProducts::withTiles(std::uint32_t count, const Tiles& tiles, const Judge& judge) {
    const int lane = static_cast<int>(threadIdx.x % 32), column = lane / 16 * 8 + lane % 8, part = lane / 8 % 2;
    for (std::uint32_t which = 0; which < count; ++which) {
        TileOfColumns& columns = tiles(which);
#pragma unroll 1
        for (int at = 0; at < tile; at += pass) {
            ColumnSums sums[2];
            begin(sums[0], columns, at);
            begin(sums[1], columns, at);
#pragma unroll
            for (int step = 0; step < steps; ++step)
#pragma unroll
                for (int n = 0; n < across; n += 2) {
                    std::uint32_t b[4];
                    loadPieces(b, columns.chunk(at + n * 8 + column, step * 2 + part));
                    for (int half = 0; half < 2; ++half) {
                        multiply(sums[half][n], a_[half][step], b[0], b[1]);
                        multiply(sums[half][n + 1], a_[half][step], b[2], b[3]);
                    }
                }
            judge(0, sums[0], static_cast<int>(which) * tile + at);
            judge(1, sums[1], static_cast<int>(which) * tile + at);
        }
    }
}

#endif

}  // namespace coarsen::gpu
