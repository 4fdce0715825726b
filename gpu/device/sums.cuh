// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Sums over a block of threads, always in the same order: the same frame gives the same bytes.

namespace coarsen::gpu {

/// Combines every thread's value by `combine`, an associative function; the first thread gets the answer. All threads of the
/// block (a power of two, at most 1024) must call it; `shared` holds one T a warp.
template <typename T, typename Combine>
__device__ inline T overBlock(T value, T* shared, Combine combine) {
    const int thread = threadIdx.x, lane = thread % 32, warps = static_cast<int>(blockDim.x) / 32;
    for (int step = 16; step > 0; step /= 2)
        value = combine(value, __shfl_down_sync(0xffffffffU, value, step));
    __syncthreads();  // whoever still reads the shared values of the call before
    if (lane == 0) shared[thread / 32] = value;
    __syncthreads();
    if (thread < 32) {
        value = shared[lane < warps ? lane : 0];
        for (int step = 16; step > 0; step /= 2) {
            const T other = __shfl_down_sync(0xffffffffU, value, step);
            if (lane + step < warps) value = combine(value, other);
        }
    }
    return value;
}

struct Plus {
    template <typename T>
    __device__ T operator()(T a, T b) const {
        return a + b;
    }
};

/// True where this block of the grid is the last one to get here; its threads then see what all others wrote. `ticket`: 0 before
/// and after.
__device__ inline bool isLastBlock(unsigned* ticket) {
    __shared__ bool isLast;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) isLast = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;  // 0 again after the last
    __syncthreads();
    return isLast;
}

}  // namespace coarsen::gpu
