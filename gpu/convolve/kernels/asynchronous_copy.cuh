// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace coarsen::gpu {

/// Starts a copy of 16 bytes into shared memory that no register carries; zeros where there is nothing to read. Both places are
/// aligned to 16 bytes, and `from` can be read in any case.
__device__ __forceinline__ void copySixteen(void* shared, const void* from, bool isThere) {
    const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(shared));
    const int bytes = isThere ? 16 : 0;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(bytes) : "memory");
}

/// For the thread's own copies; the others' are there after a barrier.
__device__ __forceinline__ void waitForCopies() {
    asm volatile("cp.async.wait_all;" ::: "memory");
}

}  // namespace coarsen::gpu
