// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/levelset/kernels/kept_best.cuh"
#include "gpu/levelset/kernels/nearest.hpp"

namespace coarsen::gpu {

namespace {

constexpr unsigned warpsOfBlock = 8;
constexpr int side = 5, values = side * side * side;

/// Raises what `bits` points to; most threads find it high enough already.
__device__ void raise(std::uint32_t* bits, float value) {
    const std::uint32_t own = __float_as_uint(value);
    if (own > *static_cast<volatile std::uint32_t*>(bits)) atomicMax(bits, own);
}

/// Scaled values are 256 at most: 11 bits of all that is not much smaller than the largest, and no square is too large.
__device__ float scaleOf(const PatchFacts& facts) {
    const float largest = __uint_as_float(facts.largest);
    return largest > 0 ? scalbnf(1.0F, 7 - ilogbf(largest)) : 1.0F;
}

__device__ int clampTo(int value, int count) {
    return min(max(value, 0), count - 1);
}

__global__ void gather(const GatherTask task, const PatchTable table) {
    const std::uint32_t element = blockIdx.x * warpsOfBlock + threadIdx.x / 32;
    if (element >= table.elements) return;
    const std::uint32_t voxel = task.voxels[element], slice = static_cast<std::uint32_t>(task.sides[0] * task.sides[1]);
    const int place[3] = {static_cast<int>(voxel % task.sides[0]), static_cast<int>(voxel % slice / task.sides[0]),
                          static_cast<int>(voxel / slice)};
    float largest = 0;
    for (int k = threadIdx.x % 32; k < static_cast<int>(patchLength); k += 32) {
        float value;
        if (k < values) {
            const int x = clampTo(place[0] + k % side - side / 2, task.sides[0]),
                      y = clampTo(place[1] + k / side % side - side / 2, task.sides[1]),
                      z = clampTo(place[2] + k / (side * side) - side / 2, task.sides[2]);
            value = task.phi[static_cast<std::size_t>(z) * slice + static_cast<std::size_t>(y) * task.sides[0] + x];
        } else {
            value = static_cast<float>(task.places[k - values] * place[k - values]);
        }
        table.rows[element * patchLength + k] = value;
        largest = fmaxf(largest, fabsf(value));
    }
    for (int other = 16; other > 0; other /= 2)
        largest = fmaxf(largest, __shfl_xor_sync(0xffffffffU, largest, other));
    if (threadIdx.x % 32 == 0) raise(&table.facts->largest, largest);
}

__global__ void roundPatches(const PatchTable table, std::uint32_t places) {
    const std::uint32_t place = blockIdx.x * warpsOfBlock + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (place >= places) return;
    auto* const to = reinterpret_cast<__half2*>(table.rounded + place * patchLength) + lane * 2;
    if (place >= table.elements) {
        to[0] = to[1] = __half2{0, 0};
        if (lane == 0) table.minusHalves[place] = -INFINITY;
        return;
    }
    const float scale = scaleOf(*table.facts);
    const auto element = table.elementAtPlace[place];
    const float4 row = reinterpret_cast<const float4*>(table.rows + element * patchLength)[lane];
    const float exact[4] = {row.x * scale, row.y * scale, row.z * scale, row.w * scale};
    __half rounded[4];
    float square = 0, lost = 0;
    for (int i = 0; i < 4; ++i) {
        rounded[i] = __float2half_rn(exact[i]);
        const float there = __half2float(rounded[i]), off = exact[i] - there;
        square += there * there;
        lost += off * off;
    }
    to[0] = {rounded[0], rounded[1]};
    to[1] = {rounded[2], rounded[3]};
    square = sumOfWarp(square);
    lost = sumOfWarp(lost);
    if (lane > 0) return;
    table.minusHalves[place] = -square / 2;
    raise(&table.facts->square, square);
    raise(&table.facts->rounding, sqrtf(lost));
}

unsigned blocksFor(std::size_t warps) {
    return static_cast<unsigned>((warps + warpsOfBlock - 1) / warpsOfBlock);
}

}  // namespace

cudaError_t gatherPatches(const GatherTask& task, const PatchTable& table, cudaStream_t stream) {
    const std::size_t places = (table.elements + tileColumns - 1) / tileColumns * tileColumns;
    cudaMemsetAsync(table.facts, 0, sizeof(PatchFacts), stream);
    gather<<<blocksFor(table.elements), warpsOfBlock * 32, 0, stream>>>(task, table);
    roundPatches<<<blocksFor(places), warpsOfBlock * 32, 0, stream>>>(table, static_cast<std::uint32_t>(places));
    return cudaGetLastError();
}

}  // namespace coarsen::gpu
