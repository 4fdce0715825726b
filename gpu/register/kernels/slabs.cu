// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/kernels/slabs.hpp"

#include <cstdint>

namespace coarsen::gpu {

namespace {

constexpr unsigned pullBlocks = 64, pullThreads = 256;  // of a piece: enough on their way for the link between two GPUs

/// One warp, whose threads ask the computer at the same time.
__global__ void largestOf(NumbersOfAll numbers, double* largest) {
    const int thread = threadIdx.x;
    double number = 0;
#pragma unroll
    for (int i = 0; i < mostSharers; ++i)
        if (i == thread && i < numbers.count) number = *static_cast<const volatile double*>(numbers.of[i]);
    for (int step = mostSharers / 2; step > 0; step /= 2)
        number = fmax(number, __shfl_down_sync(0xffffffffU, number, step));
    if (thread == 0) *largest = number;
}

/// In words of one length, several of a thread on their way at once.
template <typename Word>
__device__ inline void pullIn(const PiecesOfAll::Piece& piece) {
    constexpr int atOnce = 4;
    const Word* const from = static_cast<const Word*>(piece.from);
    Word* const to = static_cast<Word*>(piece.to);
    const unsigned long long count = piece.bytes / sizeof(Word), step = static_cast<unsigned long long>(gridDim.x) * blockDim.x;
    unsigned long long i = static_cast<unsigned long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    for (; i + (atOnce - 1) * step < count; i += atOnce * step) {
        Word words[atOnce];
#pragma unroll
        for (int k = 0; k < atOnce; ++k)
            words[k] = from[i + k * step];
#pragma unroll
        for (int k = 0; k < atOnce; ++k)
            to[i + k * step] = words[k];
    }
    for (; i < count; i += step)
        to[i] = from[i];
}

__global__ void __launch_bounds__(pullThreads) pull(PiecesOfAll pieces) {
    const PiecesOfAll::Piece& piece = pieces.pieces[blockIdx.y];
    const auto all = reinterpret_cast<std::uintptr_t>(piece.from) | reinterpret_cast<std::uintptr_t>(piece.to) | piece.bytes;
    if (all % sizeof(uint4) == 0)
        pullIn<uint4>(piece);
    else if (all % sizeof(unsigned) == 0)
        pullIn<unsigned>(piece);
    else
        pullIn<unsigned short>(piece);
}

}  // namespace

void launchLargest(const NumbersOfAll& numbers, double* largest, cudaStream_t stream) {
    largestOf<<<1, 32, 0, stream>>>(numbers, largest);
}

void launchPull(const PiecesOfAll& pieces, cudaStream_t stream) {
    if (pieces.count > 0) pull<<<dim3(pullBlocks, pieces.count), pullThreads, 0, stream>>>(pieces);
}

}  // namespace coarsen::gpu
