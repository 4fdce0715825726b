// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/gpu/nlm_ladder.hpp"

#include <algorithm>

namespace coarsen::gpu {

namespace {

constexpr int values = 125, threads = 32;
constexpr std::uint32_t patchesOfPass = 130;  // as many as constant memory holds

__constant__ float constantPatches[patchesOfPass * values];

/// Floats of a thread: its patch, squares and numbers. An odd number, so that the threads' lie in different banks.
__host__ __device__ int pitchOf(int m) {
    return (values + 2 * m) | 1;
}

template <PatchMemory memory>
__device__ float valueAt(const LadderTask& task, std::uint32_t first, std::uint32_t i) {
    if constexpr (memory == PatchMemory::constant)
        return constantPatches[i];
    else if constexpr (memory == PatchMemory::texture)
        return tex1Dfetch<float>(task.texture, static_cast<int>(first * values + i));
    else
        return task.patches[static_cast<std::size_t>(first) * values + i];
}

template <PatchMemory memory>
__global__ void __launch_bounds__(threads) comparePass(const LadderTask task, std::uint32_t first, std::uint32_t count) {
    extern __shared__ float floats[];
    const std::uint32_t element = blockIdx.x * threads + threadIdx.x;
    if (element >= task.elements) return;
    float *const own = floats + static_cast<int>(threadIdx.x) * pitchOf(task.m), *const squares = own + values;
    auto* const numbers = reinterpret_cast<std::uint32_t*>(squares + task.m);
    const std::size_t list = static_cast<std::size_t>(element) * task.m;
    for (int k = 0; k < values; ++k)
        own[k] = task.patches[static_cast<std::size_t>(element) * values + k];
    for (int k = 0; k < task.m; ++k) {
        squares[k] = first == 0 ? INFINITY : task.squares[list + k];
        numbers[k] = first == 0 ? element : task.numbers[list + k];
    }
    for (std::uint32_t other = 0; other < count; ++other) {
        float square = 0;
        for (int k = 0; k < values; ++k) {
            const float off = own[k] - valueAt<memory>(task, first, other * values + k);
            square += off * off;
        }
        if (first + other == element || !(square < squares[task.m - 1])) continue;
        int at = task.m - 1;
        for (; at > 0 && squares[at - 1] > square; --at) {
            squares[at] = squares[at - 1];
            numbers[at] = numbers[at - 1];
        }
        squares[at] = square;
        numbers[at] = first + other;
    }
    for (int k = 0; k < task.m; ++k) {
        task.squares[list + k] = squares[k];
        task.numbers[list + k] = numbers[k];
    }
}

template <PatchMemory memory>
cudaError_t search(const LadderTask& task, cudaStream_t stream) {
    const int room = threads * pitchOf(task.m) * static_cast<int>(sizeof(float));
    constexpr int shareOfShared = memory == PatchMemory::globalLargeCache ? 43 : 100;  // per cent of what it can be
    cudaError_t status = cudaFuncSetAttribute(comparePass<memory>, cudaFuncAttributeMaxDynamicSharedMemorySize, room);
    if (status == cudaSuccess)
        status = cudaFuncSetAttribute(comparePass<memory>, cudaFuncAttributePreferredSharedMemoryCarveout, shareOfShared);
    for (std::uint32_t first = 0; first < task.elements && status == cudaSuccess; first += patchesOfPass) {
        const std::uint32_t count = std::min(patchesOfPass, task.elements - first);
        if (memory == PatchMemory::constant)
            status = cudaMemcpyToSymbolAsync(constantPatches, task.patches + static_cast<std::size_t>(first) * values,
                                             count * values * sizeof(float), 0, cudaMemcpyDeviceToDevice, stream);
        if (status != cudaSuccess) break;
        comparePass<memory><<<(task.elements + threads - 1) / threads, threads, room, stream>>>(task, first, count);
        status = cudaGetLastError();
    }
    return status;
}

}  // namespace

cudaError_t searchAsInThePaper(const LadderTask& task, PatchMemory memory, cudaStream_t stream) {
    switch (memory) {
        case PatchMemory::constant:
            return search<PatchMemory::constant>(task, stream);
        case PatchMemory::globalSmallCache:
            return search<PatchMemory::globalSmallCache>(task, stream);
        case PatchMemory::globalLargeCache:
            return search<PatchMemory::globalLargeCache>(task, stream);
        default:
            return search<PatchMemory::texture>(task, stream);
    }
}

}  // namespace coarsen::gpu
