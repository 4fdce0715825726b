// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the two direct kernels share: rows copied into shared memory while the rows before them are worked on.

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

namespace coarsen::gpu {

constexpr int warpsPerBlock = 8;             ///< each works on its own Y0
constexpr int ringRows = warpsPerBlock + 1;  ///< the rows in use and the one that is on its way

/// Copies `bytes` (a multiple of 16, both ends aligned likewise) by all threads of the block, in the background.
__device__ inline void copyInBackground(void* to, const void* from, int bytes) {
    const auto target = static_cast<std::uint32_t>(__cvta_generic_to_shared(to));
    const char* const source = static_cast<const char*>(from);
    for (int i = threadIdx.x * 16; i < bytes; i += blockDim.x * 16)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(target + i), "l"(source + i));
}

__device__ inline void endOfCopies() {
    asm volatile("cp.async.commit_group;");
}

__device__ inline void waitForCopies() {
    asm volatile("cp.async.wait_group 0;");
}

}  // namespace coarsen::gpu
