// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/device/sums.cuh"
#include "gpu/preprocess/kernels/dust.hpp"

namespace coarsen::gpu {

namespace {

constexpr int threads = 256, selecting = 512, selectingBlocks = 96;
constexpr int digitBits = 11, digits = 1 << digitBits, passes = 3;
static_assert(digits == Selection::digits);

/// A whole number that orders as the float does.
__device__ inline unsigned keyOf(float value) {
    const unsigned bits = __float_as_uint(value);
    return bits & 0x80000000U ? ~bits : bits | 0x80000000U;
}

__device__ inline float valueOf(unsigned key) {
    return __uint_as_float(key & 0x80000000U ? key & 0x7fffffffU : ~key);
}

/// Grid: places / blockDim, samples.
__global__ void gather(const TailsTask task) {
    const QuantilesTask& sample = task.samples[blockIdx.y];
    const int i = blockIdx.x * threads + threadIdx.x;
    if (i >= sample.count) return;
    const float* const at = task.image + sample.places[i];
    float value = *at;
    if (sample.spacing > 0) {
        const int apart = i < sample.alongRows ? sample.spacing : sample.spacing * task.width;
        value = fabsf(secondDifference(value, at[apart], at[2 * apart]));
    }
    sample.keys[i] = keyOf(value);
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
        own += counts[first + (i + lane) % (digits / 32)];  // another bank of shared memory in each lane

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

/// The limits from all samples. One thread.
__device__ inline void setLimits(const TailsTask& task) {
    const float* const grey = task.samples[0].values;
    const GreyTails tails{__ldcg(grey), __ldcg(grey + 1), __ldcg(grey + 2), __ldcg(grey + 3)};  // written by other blocks
    task.limits->dust = tails.limits(task.strength);
    task.limits->edge = tails.edge(task.strength);
    if (task.sampleCount < 3) return;
    const double steps[] = {__ldcg(task.samples[1].values), __ldcg(task.samples[2].values)};
    task.limits->specks = speckLimits(tails.p10, tails.p90, steps, task.strength);
}

/// Finds one more digit of the keys at the ranks, from the highest on; the sample that is done last sets the limits. Grid:
/// selectingBlocks, samples.
__global__ void __launch_bounds__(selecting) select(const TailsTask task, int pass) {
    __shared__ int counts[Selection::most][digits];
    const QuantilesTask& sample = task.samples[blockIdx.y];
    Selection& known = *sample.selection;
    const int shift = max(0, 32 - (pass + 1) * digitBits), width = pass + 1 < passes ? digitBits : 32 - pass * digitBits;
    const int above = shift + width;  // bits that are known already
    const int histograms = pass == 0 ? 1 : sample.wanted;
    for (int i = threadIdx.x; i < histograms * digits; i += selecting)
        counts[i / digits][i % digits] = 0;
    __syncthreads();
    for (int start = blockIdx.x * selecting; start < sample.count; start += selectingBlocks * selecting) {
        const int i = start + threadIdx.x;
        const unsigned key = i < sample.count ? sample.keys[i] : 0;
        const int digit = static_cast<int>(key >> shift & ((1U << width) - 1));
        for (int target = 0; target < histograms; ++target)
            countDigit(counts[target], i < sample.count && (pass == 0 || key >> above == known.prefixes[target]), digit);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < histograms * digits; i += selecting)
        if (const int count = counts[i / digits][i % digits]; count > 0) atomicAdd(&known.counts[i / digits][i % digits], count);
    if (!isLastBlock(&known.ticket)) return;
#pragma unroll 8
    for (int i = threadIdx.x; i < histograms * digits; i += selecting)
        counts[i / digits][i % digits] = __ldcg(&known.counts[i / digits][i % digits]);  // beside prefixes in a cache
    for (int i = threadIdx.x; i < histograms * digits; i += selecting)
        known.counts[i / digits][i % digits] = 0;
    __syncthreads();
    const int target = threadIdx.x / 32;
    if (target < sample.wanted) {
        int rank = pass == 0 ? sample.ranks[target] : known.ranks[target];
        const int digit = digitOfRank(counts[pass == 0 ? 0 : target], rank);
        if (threadIdx.x % 32 == 0) {
            const unsigned prefix = (pass == 0 ? 0 : known.prefixes[target]) << width | static_cast<unsigned>(digit);
            known.prefixes[target] = prefix;
            known.ranks[target] = rank;
            if (pass + 1 == passes) sample.values[target] = valueOf(prefix);
        }
    }
    if (pass + 1 < passes) return;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0 && atomicInc(task.ticket, task.sampleCount - 1) == static_cast<unsigned>(task.sampleCount - 1))
        setLimits(task);
}

/// True where any pixel within the disc about (x, y) is one that grows.
template <typename Grows>
__device__ inline bool isGrownTo(const MarkDustTask& task, int x, int y, Grows grows) {
    for (int dy = -task.grow; dy <= task.grow; ++dy) {
        if (y + dy < 0 || y + dy >= task.height) continue;
        const int reach = task.halfWidths[dy + task.grow];
        const std::size_t line = static_cast<std::size_t>(y + dy) * task.width;
        bool isFound = false;
        for (int u = max(0, x - reach); u <= min(task.width - 1, x + reach); ++u)
            isFound |= grows(line + u);
        if (isFound) return true;
    }
    return false;
}

/// Grid: columns / blockDim, rows of the final image.
__global__ void mark(const MarkDustTask task) {
    const int column = blockIdx.x * threads + threadIdx.x, row = blockIdx.y;
    if (column >= task.marked.width) return;
    const DustLimits& limits = *task.limits;
    const int x = column + task.marked.x, y = row + task.marked.y;
    const double value = task.image[static_cast<std::size_t>(y) * task.width + x];
    bool isDust =
        limits.edge.exclude(value) && isGrownTo(task, x, y, [&](std::size_t i) { return limits.dust.exclude(task.image[i]); });
    if (!isDust && task.seeds && speckSide(value, limits.specks) != SpeckSide::none) {
        const bool keepsBright = areSpecks(task.seedCounts[0], task.kept.area()),
                   keepsDark = areSpecks(task.seedCounts[1], task.kept.area());
        isDust = isGrownTo(task, x, y, [&](std::size_t i) {
            return (keepsBright && task.seeds[i] == SpeckSide::bright) || (keepsDark && task.seeds[i] == SpeckSide::dark);
        });
    }
    task.valid[static_cast<std::size_t>(row) * task.marked.width + column] = isDust ? 0 : 1;
}

/// Grid: columns / blockDim, rows of the final image.
__global__ void copyOverDust(const CopyOverDustTask task) {
    const int column = blockIdx.x * threads + threadIdx.x, row = blockIdx.y;
    if (column >= task.kept.width) return;
    const int x = column + task.kept.x, y = row + task.kept.y;
    const auto isClean = [&](int atX, int atY) {
        return task.clean[static_cast<std::size_t>(atY - task.marked.y) * task.marked.width + atX - task.marked.x] != 0;
    };
    const auto pixelAt = [&](int atX, int atY) { return task.image[static_cast<std::size_t>(atY) * task.width + atX]; };
    float pixel = pixelAt(x, y);
    bool isValid = isClean(x, y);
    const int ways[4][2] = {{task.offset, 0}, {-task.offset, 0}, {0, task.offset}, {0, -task.offset}};
    for (int way = 0; way < 4 && !isValid; ++way) {
        const int fromX = x + ways[way][0], fromY = y + ways[way][1];
        if (fromX < 0 || fromX >= task.width || fromY < 0 || fromY >= task.height || !isClean(fromX, fromY)) continue;
        pixel = pixelAt(fromX, fromY);
        isValid = true;
    }
    task.filled[static_cast<std::size_t>(y) * task.width + x] = pixel;
    task.valid[static_cast<std::size_t>(row) * task.kept.width + column] = isValid ? 1 : 0;
}

unsigned shares(int count, int each) {
    return static_cast<unsigned>((count + each - 1) / each);
}

}  // namespace

cudaError_t launchTails(const TailsTask& task, cudaStream_t stream) {
    int most = 0;
    for (int k = 0; k < task.sampleCount; ++k)
        most = task.samples[k].count > most ? task.samples[k].count : most;
    const auto samples = static_cast<unsigned>(task.sampleCount);
    gather<<<dim3(shares(most, threads), samples), threads, 0, stream>>>(task);
    for (int pass = 0; pass < passes; ++pass)
        select<<<dim3(selectingBlocks, samples), selecting, 0, stream>>>(task, pass);
    return cudaGetLastError();
}

cudaError_t launchMarkDust(const MarkDustTask& task, cudaStream_t stream) {
    const dim3 grid(shares(task.marked.width, threads), static_cast<unsigned>(task.marked.height));
    mark<<<grid, threads, 0, stream>>>(task);
    return cudaGetLastError();
}

cudaError_t launchCopyOverDust(const CopyOverDustTask& task, cudaStream_t stream) {
    const dim3 grid(shares(task.kept.width, threads), static_cast<unsigned>(task.kept.height));
    copyOverDust<<<grid, threads, 0, stream>>>(task);
    return cudaGetLastError();
}

}  // namespace coarsen::gpu
