// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of a row's survivors: the next stage's bar, or its list. A block a row.
#include "gpu/levelset/kernels/kept_best.cuh"
#include "gpu/levelset/kernels/nearest.hpp"

#include <algorithm>

namespace coarsen::gpu {

namespace {

constexpr int threads = 128, warps = threads / 32;
constexpr int atOnce = 4;                    // patches that a warp reads together
constexpr float roundingOfSums = 1e-5F;      // of |a|^2 + |b|^2: what tensor cores lose in 128 products, with room
constexpr int roomWithoutAsking = 48 << 10;  // bytes of shared memory

__device__ std::uint32_t placeOf(const PatchTable& table, std::uint32_t element) {
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(element) * table.inverse % table.elements);
}
__device__ std::uint32_t elementOf(const PatchTable& table, std::uint32_t place) {
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(place) * table.stride % table.elements);
}

__global__ void __launch_bounds__(threads) barsBySample(const CompareTask task, int rank, float* bars) {
    extern __shared__ Key keys[];
    const std::uint32_t own = placeOf(task.table, task.first + blockIdx.x);
    const float* const squares = task.squares + static_cast<std::size_t>(blockIdx.x) * task.columns;
    for (std::uint32_t place = threadIdx.x; place < task.columns; place += threads)
        keys[place] = place == own ? noKey : keyOf(squares[place], place);
    __syncthreads();
    sortKeys(keys, static_cast<int>(task.columns));
    if (threadIdx.x == 0) bars[blockIdx.x] = squareOf(keys[rank - 1]);
}

/// The survivors of a row but itself, the nearest first; how many. `isWhole`: none were lost.
__device__ int sortedSurvivors(const CompareTask& task, Key* keys, bool& isWhole) {
    const std::uint32_t own = placeOf(task.table, task.first + blockIdx.x);
    const std::size_t firstList = static_cast<std::size_t>(blockIdx.x) * task.segments;
    __shared__ int ownOnes;
    if (threadIdx.x == 0) ownOnes = 0;
    __syncthreads();
    int count = 0;
    isWhole = true;
    for (int segment = 0; segment < task.segments; ++segment) {
        const int there = static_cast<int>(task.counts[firstList + segment]), kept = min(there, task.capacity);
        const Survivor* const from = task.survivors + (firstList + segment) * task.capacity;
        for (int i = threadIdx.x; i < kept; i += threads) {
            const Survivor survivor = from[i];
            const bool isItself = survivor.place == own;
            keys[count + i] = isItself ? noKey : keyOf(survivor.square, survivor.place);
            if (isItself) ownOnes = 1;
        }
        isWhole &= kept == there;
        count += kept;
    }
    __syncthreads();
    sortKeys(keys, count);
    return count - ownOnes;
}

__global__ void __launch_bounds__(threads) barsBySurvivors(const CompareTask task, int rank, float* bars) {
    extern __shared__ Key keys[];
    bool isWhole;
    const int count = sortedSurvivors(task, keys, isWhole);
    if (threadIdx.x == 0 && count >= rank) bars[blockIdx.x] = squareOf(keys[rank - 1]);
}

__global__ void __launch_bounds__(threads) finish(const CompareTask task, const ListTask lists) {
    extern __shared__ Key keys[];
    const std::uint32_t row = task.first + blockIdx.x;
    bool isWhole;
    const int count = sortedSurvivors(task, keys, isWhole);

    // Distances are right within twice the largest rounding of a patch, and the m nearest within four times it of the m-th.
    float reach = 0;
    if (count >= lists.m) {
        const float rounding = __uint_as_float(task.table.facts->rounding);
        const float length = sqrtf(squareOf(keys[lists.m - 1])) + 4 * rounding;
        const float square = -2 * task.table.minusHalves[placeOf(task.table, row)];
        reach = length * length + 2 * roundingOfSums * (square + __uint_as_float(task.table.facts->square));
    }
    if (!isWhole || count < lists.m || !(reach < task.bars[blockIdx.x])) {
        if (threadIdx.x == 0) lists.doubtful[atomicAdd(lists.doubtfulCount, 1U)] = row;
        return;
    }
    int looked = lists.m;
    while (looked < count && squareOf(keys[looked]) <= reach)
        ++looked;

    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const auto* const all = reinterpret_cast<const float4*>(task.table.rows);
    const float4 a = all[static_cast<std::size_t>(row) * (patchLength / 4) + lane];
    for (int first = warp * atOnce; first < looked; first += warps * atOnce) {
        std::uint32_t element[atOnce];
        float4 b[atOnce];
        for (int i = 0; i < atOnce; ++i) {
            element[i] = elementOf(task.table, numberOf(keys[min(first + i, looked - 1)]));
            b[i] = all[static_cast<std::size_t>(element[i]) * (patchLength / 4) + lane];
        }
        __syncwarp();
        for (int i = 0; i < atOnce; ++i) {
            const float square = sumOfWarp(squaredOff(a, b[i]));
            if (lane == 0 && first + i < looked) keys[first + i] = keyOf(square, element[i]);
        }
    }
    __syncthreads();
    sortKeys(keys, looked);
    const std::size_t to = static_cast<std::size_t>(row - lists.firstRow) * lists.m;
    for (int k = threadIdx.x; k < lists.m; k += threads) {
        lists.numbers[to + k] = numberOf(keys[k]);
        lists.squares[to + k] = squareOf(keys[k]);
    }
}

std::size_t roomFor(int keys) {
    return static_cast<std::size_t>(powerFrom(keys)) * sizeof(Key);
}

template <typename Kernel, typename... Arguments>
cudaError_t launch(Kernel kernel, const CompareTask& task, cudaStream_t stream, Arguments... arguments) {
    const std::size_t room = roomFor(task.segments * task.capacity);
    if (room > roomWithoutAsking) {
        const cudaError_t status =
            cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(room));
        if (status != cudaSuccess) return status;
    }
    kernel<<<task.count, threads, room, stream>>>(task, arguments...);
    return cudaGetLastError();
}

}  // namespace

cudaError_t setBarsBySample(const CompareTask& task, int rank, float* bars, cudaStream_t stream) {
    barsBySample<<<task.count, threads, roomFor(static_cast<int>(task.columns)), stream>>>(task, rank, bars);
    return cudaGetLastError();
}

cudaError_t setBars(const CompareTask& task, int rank, float* bars, cudaStream_t stream) {
    return launch(barsBySurvivors, task, stream, rank, bars);
}

cudaError_t finishLists(const CompareTask& task, const ListTask& lists, cudaStream_t stream) {
    return launch(finish, task, stream, lists);
}

}  // namespace coarsen::gpu
