// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Kernels that get ready while the one before them in the stream ends: on coarse levels starting takes longer than working.

#include <cuda_runtime.h>

#include <atomic>
#include <cstddef>
#include <utility>

namespace coarsen::gpu {

/// Waits, in a kernel that `launchNext` starts, before it reads anything that kernels before it made. What such kernels made,
/// which start early as well, must not be read by __ldg: the compiler takes that for constant, and reads it before this.
__device__ inline void waitForKernelBefore() {
#if __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
    cudaGridDependencySynchronize();
#endif
}

/// True where that kernel, as it was compiled for the current device, waits.
template <auto kernel>
bool canWait() {
    constexpr int mostDevices = 64;
    static std::atomic<signed char> known[mostDevices];  // 0: not asked yet
    int device = 0;
    if (cudaGetDevice(&device) != cudaSuccess || device >= mostDevices) return false;
    signed char answer = known[device];
    if (answer == 0) {
        cudaFuncAttributes compiled{};
        answer = cudaFuncGetAttributes(&compiled, kernel) == cudaSuccess && compiled.ptxVersion >= 90 ? 1 : -1;
        known[device] = answer;
    }
    return answer > 0;
}

/// A kernel that gets ready early keeps a multiprocessor's memory divided as the one before it needs it: not for one that lives
/// by its first-level cache, after one that lives by shared memory.
template <auto kernel, typename... Arguments>
void launchNext(dim3 grid, dim3 block, std::size_t sharedBytes, cudaStream_t stream, Arguments&&... arguments) {
    cudaLaunchAttribute overlap{};
    overlap.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    overlap.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = grid, config.blockDim = block;
    config.dynamicSmemBytes = sharedBytes, config.stream = stream;
    config.attrs = &overlap;
    config.numAttrs = canWait<kernel>() ? 1 : 0;
    cudaLaunchKernelEx(&config, kernel, std::forward<Arguments>(arguments)...);  // its error is found by the next check
}

}  // namespace coarsen::gpu
