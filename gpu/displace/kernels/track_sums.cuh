// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Sums over the threads of a block and over the blocks of the grid, always in the same order.

namespace coarsen::gpu {

constexpr int trackThreads = 512, trackWarps = trackThreads / 32;

/// Each of `count` values summed over the block's threads, into to[0 ... count-1]. `shared`: trackWarps of each.
template <int count, typename Number>
__device__ inline void sumOverBlock(const Number (&values)[count], double* shared, double* to) {
    const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
    __syncthreads();  // whoever still reads the shared values of the call before
#pragma unroll
    for (int i = 0; i < count; ++i) {
        Number value = values[i];
        for (int step = 16; step > 0; step /= 2)
            value += __shfl_down_sync(0xffffffffU, value, step);
        if (lane == 0) shared[i * trackWarps + warp] = static_cast<double>(value);
    }
    __syncthreads();
    if (static_cast<int>(threadIdx.x) < count) {
        double sum = 0;
        for (int other = 0; other < trackWarps; ++other)
            sum += shared[static_cast<int>(threadIdx.x) * trackWarps + other];
        to[threadIdx.x] = sum;
    }
}

/// Each of `count` sums of `parts`, that lie part by part, into the shared totals[0 ... count-1], which all threads may then
/// read.
template <int count>
__device__ inline void sumOfParts(const double* sums, int parts, double* totals) {
    const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
    __syncthreads();
    for (int i = warp; i < count; i += trackWarps) {
        double sum = 0;
        for (int part = lane; part < parts; part += 32)
            sum += sums[part * count + i];
        for (int step = 16; step > 0; step /= 2)
            sum += __shfl_down_sync(0xffffffffU, sum, step);
        if (lane == 0) totals[i] = sum;
    }
    __syncthreads();
}

}  // namespace coarsen::gpu
