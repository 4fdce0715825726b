// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/gpu/half_products.hpp"

#include <cstdint>

namespace coarsen::gpu {

namespace {

constexpr int threads = 512, chains = 8, rounds = 4096, productsOfMma = 16 * 8 * 16;

__global__ void __launch_bounds__(threads) multiply(float* sink) {
    float sums[chains][4] = {};
    std::uint32_t a[4], b[2];  // halves between 0.5 and 2: numbers of any kind, which cost what real ones cost
    for (std::uint32_t i = 0; i < 4; ++i)
        a[i] = (threadIdx.x * 2654435761U + i * 40503U & 0x07ff07ffU) | 0x38003800U;
    for (std::uint32_t i = 0; i < 2; ++i)
        b[i] = (threadIdx.x * 40503U + i * 2654435761U & 0x87ff87ffU) | 0x38003800U;
#pragma unroll 4
    for (int round = 0; round < rounds; ++round)
#pragma unroll
        for (int i = 0; i < chains; ++i)
            asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                         : "+f"(sums[i][0]), "+f"(sums[i][1]), "+f"(sums[i][2]), "+f"(sums[i][3])
                         : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    float total = 0;
    for (int i = 0; i < chains; ++i)
        total += sums[i][0] + sums[i][1] + sums[i][2] + sums[i][3];
    sink[blockIdx.x * threads + threadIdx.x] = total;
}

}  // namespace

int threadsOfHalves(int multiprocessors) {
    return multiprocessors * threads;
}

double multiplyAddsOfHalves(int multiprocessors) {
    return static_cast<double>(threadsOfHalves(multiprocessors)) / 32 * rounds * chains * productsOfMma;
}

cudaError_t multiplyHalves(int multiprocessors, float* sink, cudaStream_t stream) {
    multiply<<<static_cast<unsigned>(multiprocessors), threads, 0, stream>>>(sink);
    return cudaGetLastError();
}

}  // namespace coarsen::gpu
