// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Lines in half precision as products with a banded matrix by tensor cores: what a multiprocessor fetches, multiplies and keeps.

#include "gpu/register/kernels/banded_smoothing.hpp"
#include "gpu/register/kernels/launch.cuh"
#include "gpu/register/kernels/sampling.cuh"
#include "gpu/register/kernels/voxels.cuh"

#include <cuda_pipeline.h>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace coarsen::gpu {

inline constexpr int tile = BandTask::tile, warps = threads / 32;
inline constexpr int rowsOfBlock = 32;     // lines along x
inline constexpr int columnsOfBlock = 32;  // lines along y and z
inline constexpr int skew = 8;             // numbers, for the banks
inline constexpr int answersPitch = 24, answersNumbers = tile * answersPitch;

__host__ __device__ inline int tilesOf(int length) {
    return (length + tile - 1) / tile;
}

/// A response has room for what a tile reaches beyond it, where it is 0.
inline constexpr int responseNumbers = 8 * ((BandTask::mostReach + tile) / 8 + 1);

__device__ inline void keepResponse(const float (&response)[BandTask::mostReach + 1], __half* to) {
    if (threadIdx.x < responseNumbers)
        to[threadIdx.x] = __float2half_rn(threadIdx.x <= BandTask::mostReach ? response[threadIdx.x] : 0);
}

template <int count>
struct Constant {
    __device__ constexpr operator int() const { return count; }
};

/// Calls `body` with how many numbers may be moved at once where rows have that width.
template <typename Body>
__device__ inline void withAtOnce(int width, Body body) {
    if (width % 8 == 0)
        body(Constant<8>{});
    else
        body(Constant<4>{});
}

/// Into shared memory, without waiting for it.
template <int count>
__device__ inline void fetch(__half* to, const __half* from) {
    __pipeline_memcpy_async(to, from, count * sizeof(__half));
}

template <int count>
__device__ inline void store(__half* to, const __half* shared) {
    using Numbers = std::conditional_t<count == 8, uint4, uint2>;
    *reinterpret_cast<Numbers*>(to) = *reinterpret_cast<const Numbers*>(shared);
}

/// Of m16n8k16: a thread's share of a tile as the instruction wants it.
struct Tile {
    unsigned numbers[4];
};

/// The tile of a banded matrix whose first number lies `away` from that of the first answer, where answers lie `every` numbers
/// apart: T[i][j] = response at away + j - every i. The response has no direction and is 0 at its end. For lines along a row it
/// is the other operand, laid column by column.
__device__ inline Tile matrixTile(const __half* response, int away, int every = 1) {
    const int row = threadIdx.x % 32 / 4, column = threadIdx.x % 4 * 2;
    const auto at = [&](int i, int j) { return response[min(abs(away + j - every * i), responseNumbers - 1)]; };
    const auto pair = [&](int i, int j) { return bitsOf(__halves2half2(at(i, j), at(i, j + 1))); };
    return {{pair(row, column), pair(row + 8, column), pair(row, column + 8), pair(row + 8, column + 8)}};
}

__device__ inline Tile loadTile(const __half* shared) {
    Tile t;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(t.numbers[0]), "=r"(t.numbers[1]), "=r"(t.numbers[2]), "=r"(t.numbers[3])
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(shared))));
    return t;
}

__device__ inline Tile loadTurnedTile(const __half* shared) {
    Tile t;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(t.numbers[0]), "=r"(t.numbers[1]), "=r"(t.numbers[2]), "=r"(t.numbers[3])
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(shared))));
    return t;
}

/// A tile of answers, its columns 0 to 7 and 8 to 15.
struct Answers {
    float of[2][4];
};

__device__ inline void multiply(float (&sums)[4], const Tile& a, unsigned b0, unsigned b1) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
                 : "r"(a.numbers[0]), "r"(a.numbers[1]), "r"(a.numbers[2]), "r"(a.numbers[3]), "r"(b0), "r"(b1));
}

/// Turns a tile of answers so that each lane has eight numbers of a row: `body(row, column, eight)`.
template <typename Body>
__device__ inline void eachEight(const Answers& answers, __half* room, Body body) {
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int side = 0; side < 2; ++side)
#pragma unroll
        for (int below = 0; below < 2; ++below)
            *reinterpret_cast<__half2*>(room + (lane / 4 + 8 * below) * answersPitch + 8 * side + lane % 4 * 2) =
                __floats2half2_rn(answers.of[side][2 * below], answers.of[side][2 * below + 1]);
    __syncwarp();
    const int row = lane / 2, column = lane % 2 * 8;
    const uint4 eight = *reinterpret_cast<const uint4*>(room + row * answersPitch + column);
    __syncwarp();
    body(row, column, eight);
}

/// Lines side by side whose numbers lie `step` apart, in rows of that width.
struct Columns {
    long long step;
    int length, width;
    int count;  ///< side by side here
};

/// How lines lie in shared memory: with their first and last numbers over and over beyond their ends.
struct Ends {
    int before, all;  ///< numbers before the line, and with the line and those behind it
};

/// Rows into shared memory, each warp every `warps`-th, which it has to itself.
__device__ inline void fetchRows(const __half* from, int count, int length, const Ends& ends, int pitch, __half* to) {
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    withAtOnce(length, [&](auto some) {
        const __half* there = from + (warp * length + some * lane);
        __half* here = to + (warp * pitch + ends.before + some * lane);
#pragma unroll
        for (int i = 0; i < rowsOfBlock / warps; ++i, there += warps * length, here += warps * pitch)
            if (warp + i * warps < count)
                for (int x = 0; x < length - some * lane; x += some * 32)
                    fetch<some>(here + x, there + x);
    });
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncwarp();
    constexpr int some = 4;
    const int piecesBefore = ends.before / some, pieces = (ends.all - length) / some;
    for (int i = lane; i < pieces; i += 32) {
        const bool isBefore = i < piecesBefore;
        const __half* source = to + (warp * pitch + ends.before + (isBefore ? 0 : length - 1));
        __half* here = to + (warp * pitch + some * i + (isBefore ? 0 : length));
#pragma unroll
        for (int row = 0; row < rowsOfBlock / warps; ++row, source += warps * pitch, here += warps * pitch) {
            const unsigned both = bitsOf(__half2half2(*source));
            *reinterpret_cast<uint2*>(here) = {both, both};
        }
    }
    __syncthreads();
}

/// Columns into shared memory. What lies beside the last one is not written.
__device__ inline void fetchColumns(const __half* from, const Columns& columns, const Ends& ends, __half* to) {
    constexpr int pitch = columnsOfBlock + skew;
    const int before = ends.before;
    withAtOnce(columns.width, [&](auto some) {
        constexpr int pieces = columnsOfBlock / some;
        for (int i = threadIdx.x; i < columns.length * pieces; i += threads) {
            const int row = i / pieces, column = i % pieces * some;
            if (column < columns.count) fetch<some>(to + (before + row) * pitch + column, from + row * columns.step + column);
        }
    });
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    const int column = threadIdx.x % columnsOfBlock, behind = before + columns.length;
    const __half first = to[before * pitch + column], last = to[(behind - 1) * pitch + column];
    for (int row = threadIdx.x / columnsOfBlock; row < ends.all - columns.length; row += threads / columnsOfBlock)
        to[(row < before ? row : row + columns.length) * pitch + column] = row < before ? first : last;
    __syncthreads();
}

template <auto kernel, typename... Arguments>
void launchWith(std::size_t bytes, dim3 grid, cudaStream_t stream, Arguments&&... arguments) {
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
    launchNext<kernel>(grid, threads, bytes, stream, std::forward<Arguments>(arguments)...);
}

inline unsigned parts(long long whole, int part) {
    return static_cast<unsigned>((whole + part - 1) / part);
}

}  // namespace coarsen::gpu
