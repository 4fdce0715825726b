// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/preprocess/kernels/dust.hpp"

namespace coarsen::gpu {

namespace {

constexpr int threads = 256, selecting = 1024;
constexpr int digitBits = 11, digits = 1 << digitBits, passes = 3, targets = 4;

/// A whole number that orders as the float does.
__device__ inline unsigned keyOf(float value) {
    const unsigned bits = __float_as_uint(value);
    return bits & 0x80000000U ? ~bits : bits | 0x80000000U;
}

__device__ inline float valueOf(unsigned key) {
    return __uint_as_float(key & 0x80000000U ? key & 0x7fffffffU : ~key);
}

__global__ void gather(const TailsTask task) {
    const int i = blockIdx.x * threads + threadIdx.x;
    if (i < task.count) task.keys[i] = keyOf(task.image[task.places[i]]);
}

/// Adds one to the count of every lane's digit; lanes of the same digit do it together, as few grey values are the rule.
__device__ inline void countDigit(int* counts, bool isCounted, int digit) {
    const unsigned active = __ballot_sync(0xffffffffU, isCounted);
    if (!isCounted) return;
    const unsigned same = __match_any_sync(active, digit);
    if (static_cast<int>(threadIdx.x % 32) == __ffs(static_cast<int>(same)) - 1) atomicAdd(&counts[digit], __popc(same));
}

/// The digit in whose count the rank falls; leaves the rank among its keys. One warp.
__device__ inline int digitOfRank(const int* counts, int& rank) {
    const int lane = threadIdx.x % 32, first = lane * (digits / 32);
    int own = 0;
    for (int i = 0; i < digits / 32; ++i)
        own += counts[first + i];
    int before = own;  // becomes the keys before this lane's digits
    for (int step = 1; step < 32; step *= 2) {
        const int other = __shfl_up_sync(0xffffffffU, before, step);
        if (lane >= step) before += other;
    }
    before -= own;
    int digit = 0, left = 0;
    const bool isMine = rank >= before && rank < before + own;
    if (isMine) {
        left = rank - before;
        for (digit = first; left >= counts[digit]; ++digit)
            left -= counts[digit];
    }
    const int holder = __ffs(static_cast<int>(__ballot_sync(0xffffffffU, isMine))) - 1;
    rank = __shfl_sync(0xffffffffU, left, holder);
    return __shfl_sync(0xffffffffU, digit, holder);
}

/// Selects four ranks digit by digit, from the highest on. One block.
__global__ void __launch_bounds__(selecting) selectTails(const TailsTask task) {
    __shared__ int counts[targets][digits];
    __shared__ unsigned prefixes[targets];
    __shared__ int ranks[targets];
    if (threadIdx.x < targets) {
        prefixes[threadIdx.x] = 0;
        ranks[threadIdx.x] = task.ranks[threadIdx.x];
    }
    for (int pass = 0; pass < passes; ++pass) {
        const int shift = max(0, 32 - (pass + 1) * digitBits), width = pass + 1 < passes ? digitBits : 32 - pass * digitBits;
        const int above = shift + width;  // bits that are known already
        const int histograms = pass == 0 ? 1 : targets;
        for (int i = threadIdx.x; i < targets * digits; i += selecting)
            counts[i / digits][i % digits] = 0;
        __syncthreads();
        for (int start = 0; start < task.count; start += selecting) {
            const int i = start + threadIdx.x;
            const unsigned key = i < task.count ? task.keys[i] : 0;
            const int digit = static_cast<int>(key >> shift & ((1U << width) - 1));
            for (int target = 0; target < histograms; ++target)
                countDigit(counts[target], i < task.count && (pass == 0 || key >> above == prefixes[target]), digit);
        }
        __syncthreads();
        const int target = threadIdx.x / 32;
        if (target < targets) {
            int rank = ranks[target];
            const int digit = digitOfRank(counts[pass == 0 ? 0 : target], rank);
            if (threadIdx.x % 32 == 0) {
                prefixes[target] = prefixes[target] << width | static_cast<unsigned>(digit);
                ranks[target] = rank;
            }
        }
        __syncthreads();
    }
    if (threadIdx.x > 0) return;
    const double p2 = valueOf(prefixes[0]), p10 = valueOf(prefixes[1]), p90 = valueOf(prefixes[2]), p98 = valueOf(prefixes[3]);
    const double least = task.leastTail * (p98 - p2), below = fmax(p10 - p2, least), above = fmax(p98 - p90, least);
    const double strength = task.strength, edge = task.strength / 4;
    *task.limits = {p2 - strength * below, p98 + strength * above, p2 - edge * below, p98 + edge * above};
}

/// Grid: columns / blockDim, rows of the final image.
__global__ void mark(const MarkDustTask task) {
    const int column = blockIdx.x * threads + threadIdx.x, row = blockIdx.y;
    if (column >= task.kept.width) return;
    const DustLimits limits = *task.limits;
    const int x = column + task.kept.x, y = row + task.kept.y;
    const double value = task.image[static_cast<std::size_t>(y) * task.width + x];
    bool isDust = false;
    if (value < limits.edgeLow || value > limits.edgeHigh) {
        for (int dy = -task.grow; dy <= task.grow && !isDust; ++dy) {
            if (y + dy < 0 || y + dy >= task.height) continue;
            const int reach = task.halfWidths[dy + task.grow];
            const float* const line = task.image + static_cast<std::size_t>(y + dy) * task.width;
            for (int u = max(0, x - reach); u <= min(task.width - 1, x + reach); ++u) {
                const double neighbour = line[u];
                isDust |= neighbour < limits.low || neighbour > limits.high;
            }
        }
    }
    task.valid[static_cast<std::size_t>(row) * task.kept.width + column] = isDust ? 0 : 1;
}

unsigned shares(int count, int each) {
    return static_cast<unsigned>((count + each - 1) / each);
}

}  // namespace

cudaError_t launchTails(const TailsTask& task, cudaStream_t stream) {
    gather<<<shares(task.count, threads), threads, 0, stream>>>(task);
    selectTails<<<1, selecting, 0, stream>>>(task);
    return cudaGetLastError();
}

cudaError_t launchMarkDust(const MarkDustTask& task, cudaStream_t stream) {
    const dim3 grid(shares(task.kept.width, threads), static_cast<unsigned>(task.kept.height));
    mark<<<grid, threads, 0, stream>>>(task);
    return cudaGetLastError();
}

}  // namespace coarsen::gpu
