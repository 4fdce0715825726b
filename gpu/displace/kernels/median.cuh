// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The median of a block's shared numbers, none of them negative: the one that half of them are less than, by its digits.

#include "gpu/displace/kernels/track_sums.cuh"

namespace coarsen::gpu {

constexpr int medianDigits = 2048, digitsOfThread = medianDigits / trackThreads;
constexpr unsigned notCounted = 0xffffffffU;  // a key that is none

struct DigitChoice {
    unsigned digit;
    int rank, count;
};

/// Digit of the key of that rank; `rank` below 0: of half of all that are counted. All threads.
__device__ inline DigitChoice digitAt(const int* counts, int rank, int* shared, DigitChoice* choice) {
    const int thread = static_cast<int>(threadIdx.x), warp = thread / 32, lane = thread % 32;
    int own = 0;
    for (int i = 0; i < digitsOfThread; ++i)
        own += counts[thread * digitsOfThread + i];
    int before = own;  // becomes the keys up to this thread's digits
    for (int step = 1; step < 32; step *= 2) {
        const int other = __shfl_up_sync(0xffffffffU, before, step);
        if (lane >= step) before += other;
    }
    if (lane == 31) shared[warp] = before;
    __syncthreads();
    int all = 0;
    before -= own;
    for (int other = 0; other < trackWarps; ++other) {
        if (other < warp) before += shared[other];
        all += shared[other];
    }
    const int wanted = rank < 0 ? all / 2 : rank;
    if (thread == 0) *choice = {0, 0, all};
    __syncthreads();
    if (wanted >= before && wanted < before + own) {
        int left = wanted - before, digit = thread * digitsOfThread;
        while (left >= counts[digit])
            left -= counts[digit++];
        *choice = {static_cast<unsigned>(digit), left, all};
    }
    __syncthreads();
    return *choice;
}

/// Median of `size` shared keys, the bits of floats that are not negative; 0 where none is counted. `counts`: medianDigits shared
/// ones.
__device__ inline float medianOf(const unsigned* keys, int size, int* counts, int* shared, DigitChoice* choice) {
    constexpr int firstShift = 20, laterBits = 10;  // 31 bits in three steps
    unsigned prefix = 0;
    int rank = -1;
    for (int shift = firstShift; shift >= 0; shift -= laterBits) {
        __syncthreads();
        for (int i = static_cast<int>(threadIdx.x); i < medianDigits; i += trackThreads)
            counts[i] = 0;
        __syncthreads();
        const unsigned mask = shift == firstShift ? medianDigits - 1 : (1U << laterBits) - 1;
        for (int i = static_cast<int>(threadIdx.x); i < size; i += trackThreads) {
            const unsigned key = keys[i];
            const bool isCounted = key != notCounted && (shift == firstShift || key >> (shift + laterBits) == prefix);
            if (isCounted) atomicAdd(&counts[key >> shift & mask], 1);
        }
        __syncthreads();
        const DigitChoice next = digitAt(counts, rank, shared, choice);
        if (next.count == 0) return 0;
        prefix = shift == firstShift ? next.digit : prefix << laterBits | next.digit;
        rank = next.rank;
    }
    return __uint_as_float(prefix);
}

}  // namespace coarsen::gpu
