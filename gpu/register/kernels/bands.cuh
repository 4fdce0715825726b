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
inline constexpr int rowsOfBlock = 32;  // lines along x
inline constexpr int skew = 8;          // numbers, for the banks

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

/// Operand of m16n8k16: a thread's share of a tile as the instruction wants it.
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

/// A tile of answers, its columns 0 to 7 and 8 to 15.
struct Answers {
    float of[2][4];
};

__device__ inline void multiply(float (&sums)[4], const Tile& a, unsigned b0, unsigned b1) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
                 : "r"(a.numbers[0]), "r"(a.numbers[1]), "r"(a.numbers[2]), "r"(a.numbers[3]), "r"(b0), "r"(b1));
}

/// How lines lie in shared memory: with their first and last numbers over and over beyond their ends.
struct Ends {
    int before, all;  ///< numbers before the line, and with the line and those behind it
};

inline constexpr int linesOfWarp = 4;  // eight lanes each
static_assert(linesOfWarp * warps == rowsOfBlock);

/// Asks for rows from `y` on, of which each warp has its own. What would lie behind the last one is that one.
__device__ inline void askForRows(const __half* volume, int y, int width, int height, const Ends& ends, int pitch, __half* to) {
    const int lane = threadIdx.x % 32, first = threadIdx.x / 32 * linesOfWarp;
    withAtOnce(width, [&](auto some) {
        for (int x = some * lane; x < width; x += some * 32)
#pragma unroll
            for (int row = first; row < first + linesOfWarp; ++row)
                fetch<some>(to + row * pitch + ends.before + x, volume + min(y + row, height - 1) * width + x);
    });
    __pipeline_commit();
}

/// Goes on beyond the ends of a warp's lines. Both ends lie at multiples of `some`.
template <int some>
__device__ inline void fillEnds(__half* lines, int pitch, int begin, int end, int all) {
    const int lane = threadIdx.x % 32, before = begin / some, pieces = before + max(all - end, 0) / some;
    __half* const line = lines + lane / 8 * pitch;
    const unsigned first = bitsOf(__half2half2(line[begin])), last = bitsOf(__half2half2(line[end - 1]));
    for (int i = lane % 8; i < pieces; i += 8) {
        const unsigned both = i < before ? first : last;
        const uint4 eight{both, both, both, both};
        store<some>(line + (i < before ? 0 : end - begin) + some * i, reinterpret_cast<const __half*>(&eight));
    }
}

template <auto kernel, typename... Arguments>
void launchWith(std::size_t bytes, dim3 grid, cudaStream_t stream, Arguments&&... arguments) {
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
    launchNext<kernel>(grid, threads, bytes, stream, std::forward<Arguments>(arguments)...);
}

}  // namespace coarsen::gpu
