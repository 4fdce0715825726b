// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Sorting in shared memory, for a whole block. A key is a squared distance and a number: the nearest first, equal ones by number.

#include <cstdint>

namespace coarsen::gpu {

using Key = unsigned long long;
constexpr Key noKey = ~Key{0};

__device__ inline Key keyOf(float square, std::uint32_t number) {
    return static_cast<Key>(__float_as_uint(square)) << 32 | number;
}
__device__ inline float squareOf(Key key) {
    return __uint_as_float(static_cast<std::uint32_t>(key >> 32));
}
__device__ inline std::uint32_t numberOf(Key key) {
    return static_cast<std::uint32_t>(key);
}

__host__ __device__ inline int powerFrom(int count) {
    int size = 1;
    constexpr int largest = 1 << 30;
    while (size < count && size < largest)
        size *= 2;
    return size;
}

/// Bitonic, of the first `count` keys; behind them there is room up to a power of two.
__device__ inline void sortKeys(Key* keys, int count) {
    const int size = powerFrom(count);
    for (int i = count + static_cast<int>(threadIdx.x); i < size; i += static_cast<int>(blockDim.x))
        keys[i] = noKey;
    __syncthreads();
    for (int run = 2; run <= size; run *= 2)
        for (int apart = run / 2; apart > 0; apart /= 2) {
            for (int i = static_cast<int>(threadIdx.x); i < size / 2; i += static_cast<int>(blockDim.x)) {
                const int low = 2 * i - (i & (apart - 1)), high = low + apart;
                const Key a = keys[low], b = keys[high];
                if ((a > b) == ((low & run) == 0)) {
                    keys[low] = b;
                    keys[high] = a;
                }
            }
            __syncthreads();
        }
}

__device__ inline float squaredOff(const float4& a, const float4& b) {
    const float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z, w = a.w - b.w;
    return x * x + y * y + (z * z + w * w);
}

constexpr int groupOfSums = 4, lanesOfSum = 32 / groupOfSums;

/// The sum over the warp of one of four numbers: of number lane / 8. In the same order as sumOfWarp.
__device__ inline float sumOfGroup(const float (&of)[groupOfSums], int lane) {
    const bool isHigh = lane & 16, isOdd = lane & 8;
    const float first = (isHigh ? of[2] : of[0]) + __shfl_xor_sync(0xffffffffU, isHigh ? of[0] : of[2], 16),
                second = (isHigh ? of[3] : of[1]) + __shfl_xor_sync(0xffffffffU, isHigh ? of[1] : of[3], 16);
    float sum = (isOdd ? second : first) + __shfl_xor_sync(0xffffffffU, isOdd ? first : second, 8);
    for (int other = 4; other > 0; other /= 2)
        sum += __shfl_xor_sync(0xffffffffU, sum, other);
    return sum;
}

/// Sum over a warp's lanes.
__device__ inline float sumOfWarp(float sum) {
    for (int other = 16; other > 0; other /= 2)
        sum += __shfl_xor_sync(0xffffffffU, sum, other);
    return sum;
}

}  // namespace coarsen::gpu
