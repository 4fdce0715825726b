// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/device/sums.cuh"
#include "gpu/displace/kernels/coarse_lags.cuh"
#include "gpu/displace/kernels/matching.cuh"
#include "gpu/displace/kernels/median.cuh"
#include "gpu/displace/kernels/smoothing.cuh"
#include "gpu/displace/kernels/track.hpp"

#include <algorithm>
#include <cooperative_groups.h>
#include <cstdint>
#include <limits>

namespace coarsen::gpu {

namespace {

constexpr int mostSamples = 2 * MatchRules::samples, roomFloats = mostSamples;
constexpr int mostTileHeight = 104;
static_assert(roomFloats >= smoothingFloats(mostTileHeight) && roomFloats >= lagFloats);

/// Memory that a block's threads share.
struct Shared {
    union {
        alignas(16) float room[roomFloats];
        unsigned keys[mostSamples];
    };
    int counts[medianDigits];
    double sums[lagsAtOnce * trackWarps];
    double totals[lagsAtOnce];
    float floats[trackWarps];
    int ints[trackWarps];
    DigitChoice choice;
    LagPeak peaks[trackWarps];
    double2 best;
};

struct Least {
    __device__ float operator()(float a, float b) const { return fminf(a, b); }
};
struct Most {
    __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};

/// Least, most and sum of the coarse plane, of what this thread knows; the first thread of the block gets those of all.
__device__ CoarseFacts factsOfBlock(const CoarseFacts& own, Shared& shared) {
    CoarseFacts facts;
    facts.least = overBlock(own.least, shared.floats, Least{});
    facts.most = overBlock(own.most, shared.floats, Most{});
    facts.sum = overBlock(own.sum, shared.sums, Plus{});
    return facts;
}

__device__ bool isFirstThread() {
    return blockIdx.x == 0 && threadIdx.x == 0;
}

/// One picture against the reference. Every decision is taken by every block alike, from the same sums.
class Match {
public:
    __device__ Match(const TrackTask& task, Shared& shared) : task_(task), shared_(shared) { began_ = clock64(); }

    /// Smooths the picture; true where it has to be looked for in the reference, too.
    template <typename Pixel>
    __device__ bool isToBeFound() {
        const TrackMemory memory = *task_.memory;
        const int slot = 1 - memory.slot;
        const auto* const pixels = static_cast<const Pixel*>(task_.pixels);
        const double mean = roughMean(pixels, task_.width, task_.height, shared_.sums, shared_.totals);
        CoarseFacts facts =
            factsOfBlock(smoothTiles(pixels, task_, mean, task_.smooth[slot], task_.coarse[slot], shared_.room), shared_);
        if (threadIdx.x == 0) {
            double* const to = task_.coarseFacts + 3 * blockIdx.x;
            to[0] = static_cast<double>(facts.least), to[1] = static_cast<double>(facts.most), to[2] = facts.sum;
        }
        sync();
        CoarseFacts seen;
        for (int block = static_cast<int>(threadIdx.x); block < static_cast<int>(gridDim.x); block += trackThreads) {
            const double* const from = task_.coarseFacts + 3 * block;
            seen.least = fminf(seen.least, static_cast<float>(from[0]));
            seen.most = fmaxf(seen.most, static_cast<float>(from[1]));
            seen.sum += from[2];
        }
        facts = factsOfBlock(seen, shared_);
        if (threadIdx.x == 0) {
            shared_.totals[0] = facts.least < facts.most ? 1 : 0;
            shared_.totals[1] =
                facts.sum / (static_cast<double>(MatchRules::coarse(task_.width)) * MatchRules::coarse(task_.height));
        }
        __syncthreads();
        const bool isReadable = shared_.totals[0] > 0;
        coarse_ = {task_.coarse[slot], static_cast<float>(shared_.totals[1])};
        coarseBefore_ = {task_.coarse[memory.slot], memory.coarseMean};
        pair_ = {task_.smooth[memory.slot], task_.smooth[slot], task_.width, task_.height};
        if (isFirstThread() && (!memory.isThere || !task_.keepsFirst)) *task_.memory = {slot, isReadable, coarse_.mean};
        stageEnds(trackSmoothing);
        if (isReadable && memory.isThere) return true;
        conclude(isReadable ? TrackOutcome::first : TrackOutcome::noContrast);
        return false;
    }

    /// The peak of the correlation at half the resolution.
    __device__ void start() {
        const LagShape shape{MatchRules::coarse(task_.width), MatchRules::coarse(task_.height), task_.coarseLag, task_.bands,
                             task_.fewestPairs};
        sumLags(shape, coarse_, coarseBefore_, shared_.room, task_.lagSums, shared_.sums, shared_.totals);
        sync();
        const double2 lag = bestLag(shape, task_.lagSums, shared_.peaks, &shared_.best);
        start_ = shift_ = {MatchRules::coarseEvery * lag.x, MatchRules::coarseEvery * lag.y};
        stageEnds(trackCorrelating);
    }

    /// Least squares on some rows; false where the limits are not kept.
    __device__ bool settles() {
        const bool doesSettle = rounds();
        stageEnds(trackSettling);
        if (!doesSettle) conclude(TrackOutcome::nothingAlike);
        return doesSettle;
    }

    /// All pixels once, block by block of the picture.
    __device__ void look() {
        const DrawnAt at(shift_);
        const int parts = trackBlocks * task_.looks;
        for (int part = static_cast<int>(blockIdx.x); part < parts; part += static_cast<int>(gridDim.x))
            lookAt(part, at);
        stageEnds(trackLooking);
        if (!isLastBlock(task_.ticket)) return;
        for (int i = static_cast<int>(threadIdx.x); i < trackBlocks * lookSumCount; i += trackThreads) {
            const double* const from = task_.lookSums + i / lookSumCount * task_.looks * lookSumCount + i % lookSumCount;
            double sum = 0;
            for (int part = 0; part < task_.looks; ++part)
                sum += __ldcg(from + part * lookSumCount);
            task_.answer->sums[i] = sum;
        }
        if (threadIdx.x > 0) return;
        task_.answer->outcome = TrackOutcome::look;
        task_.answer->rounds = round_;
        task_.answer->x = shift_.x;
        task_.answer->y = shift_.y;
    }

private:
    struct RoundPixels {
        int every, columns, count, begin, end;

        __device__ explicit RoundPixels(const TrackTask& task)
            : every(MatchRules::everyRow(task.height)),
              columns(task.width - 2),
              count(columns * ((task.height - 3) / every + 1)) {
            const int each = (count + static_cast<int>(gridDim.x) - 1) / static_cast<int>(gridDim.x);
            begin = min(count, each * static_cast<int>(blockIdx.x));
            end = min(count, begin + each);
        }
        __device__ int x(int pixel) const { return 1 + pixel % columns; }
        __device__ int y(int pixel) const { return 1 + every * (pixel / columns); }
    };

    __device__ bool rounds() {
        const RoundPixels pixels(task_);
        for (round_ = 0; round_ < MatchRules::mostRounds;) {
            const DrawnAt at(shift_);
            draw(pixels, at);
            sync();
            sumOfParts<moments>(task_.momentSums, static_cast<int>(gridDim.x), shared_.totals);
            const double seen = shared_.totals[ofCount] * pixels.every;
            if (!compared_.set(shared_.totals) || seen < MatchRules::leastOverlap * task_.width * task_.height) return false;
            compared_.setLimit(usualRest(pixels));
            compare(pixels, at);
            sync();
            sumOfParts<stepSumCount>(task_.stepSums, static_cast<int>(gridDim.x), shared_.totals);
            const double2 step = stepOf(shared_.totals);
            ++round_;
            shift_ = {shift_.x - step.x, shift_.y - step.y};
            const double2 moved{shift_.x - start_.x, shift_.y - start_.y};
            if (!(isWithin(moved, MatchRules::farthestPx))) return false;  // nor where it is unknown
            if (isWithin(step, MatchRules::nearlySettledPx)) break;
        }
        return true;
    }

    __device__ static bool isWithin(double2 move, double px) { return move.x * move.x + move.y * move.y <= px * px; }

    /// Draws this block's pixels of the moved picture, and sums their moments.
    __device__ void draw(const RoundPixels& pixels, const DrawnAt& at) {
        float sums[moments] = {};
        for (int i = pixels.begin + static_cast<int>(threadIdx.x); i < pixels.end; i += trackThreads) {
            const int x = pixels.x(i), y = pixels.y(i);
            const bool isThere = isDefined(pair_, at, x, y);
            float2 both{NAN, 0};
            if (isThere) {
                both = {pair_.here[y * pair_.width + x], drawn(pair_, at, x, y)};
                addMoments(sums, both.x, both.y);
                task_.drawn[i] = both.y;
            }
            if (i % task_.sampleEvery == 0) task_.samples[i / task_.sampleEvery] = both;
        }
        sumOverBlock(sums, shared_.sums, task_.momentSums + moments * blockIdx.x);
    }

    /// The median of |rest| over the samples.
    __device__ float usualRest(const RoundPixels& pixels) {
        const int count = (pixels.count + task_.sampleEvery - 1) / task_.sampleEvery;
        for (int i = static_cast<int>(threadIdx.x); i < count; i += trackThreads) {
            const float2 both = task_.samples[i];
            shared_.keys[i] = both.x == both.x ? __float_as_uint(fabsf(compared_.rest(both.x, both.y))) : notCounted;
        }
        return medianOf(shared_.keys, count, shared_.counts, shared_.ints, &shared_.choice);
    }

    __device__ void compare(const RoundPixels& pixels, const DrawnAt& at) {
        float sums[stepSumCount] = {};
        for (int i = pixels.begin + static_cast<int>(threadIdx.x); i < pixels.end; i += trackThreads) {
            const int x = pixels.x(i), y = pixels.y(i);
            if (!isDefined(pair_, at, x, y)) continue;
            const float* const here = pair_.here + y * pair_.width + x;
            addStep(sums, compared_, *here, task_.drawn[i], gradientAt(here, pair_.width));
        }
        sumOverBlock(sums, shared_.sums, task_.stepSums + stepSumCount * blockIdx.x);
    }

    /// Where a block of the picture begins: the outermost pixels belong to none.
    __device__ static int firstOf(int block, int size) { return min(max(block * size / trackBlocksAcross, 1), size - 1); }

    __device__ void lookAt(int part, const DrawnAt& at) {
        const int block = part / task_.looks, column = block % trackBlocksAcross, row = block / trackBlocksAcross;
        const int left = firstOf(column, task_.width), columns = firstOf(column + 1, task_.width) - left;
        const int top = firstOf(row, task_.height), rows = firstOf(row + 1, task_.height) - top;
        const int begin = part % task_.looks * rows / task_.looks * columns;
        const int end = (part % task_.looks + 1) * rows / task_.looks * columns;
        float sums[lookSumCount] = {};
        for (int i = begin + static_cast<int>(threadIdx.x); i < end; i += trackThreads) {
            const int x = left + i % columns, y = top + i / columns;
            if (!isDefined(pair_, at, x, y)) continue;
            const float* const here = pair_.here + y * pair_.width + x;
            addLook(sums, compared_, *here, gradientAt(here, pair_.width), drawnWithGradient(pair_, at, x, y));
        }
        sumOverBlock(sums, shared_.sums, task_.lookSums + lookSumCount * part);
    }

    __device__ void conclude(TrackOutcome outcome) {
        if (!isFirstThread()) return;
        task_.answer->outcome = outcome;
        task_.answer->rounds = round_;
    }
    __device__ void stageEnds(TrackStage stage) {
        if (isFirstThread()) task_.answer->cycles[stage] = clock64() - began_;
    }
    __device__ static void sync() { cooperative_groups::this_grid().sync(); }

    const TrackTask& task_;
    Shared& shared_;
    long long began_;
    CoarsePlane coarse_, coarseBefore_;
    SmoothPair pair_;
    double2 start_, shift_;
    Comparison compared_;
    int round_ = 0;
};
static_assert(lookSumCount == sumsOfTrackBlock);

template <typename Pixel>
__global__ void __launch_bounds__(trackThreads, 1) track(const TrackTask task) {
    __shared__ Shared shared;
    Match match(task, shared);
    if (!match.isToBeFound<Pixel>()) return;
    match.start();
    if (match.settles()) match.look();
}

const void* kernelFor(TrackedPixels type) {
    switch (type) {
        case TrackedPixels::u8:
            return reinterpret_cast<const void*>(&track<std::uint8_t>);
        case TrackedPixels::u16:
            return reinterpret_cast<const void*>(&track<std::uint16_t>);
        case TrackedPixels::f32:
            break;
    }
    return reinterpret_cast<const void*>(&track<float>);
}

}  // namespace

int TrackSizes::coarsePixels() const {
    return MatchRules::coarse(width) * MatchRules::coarse(height);
}

int TrackSizes::lags() const {
    return (2 * coarseLag + 1) * (2 * coarseLag + 1);
}

int TrackSizes::bands() const {
    const int across = 2 * coarseLag + 1, tasks = across * ((across + lagsAtOnce - 1) / lagsAtOnce);
    return std::clamp(grid / tasks, 1, MatchRules::coarse(height));
}

/// Blocks differ by whole tiles, and a tile's border costs as its inner rows do.
int TrackSizes::tileHeight() const {
    constexpr int step = 8;
    const int tilesAcross = (width + tileWidth - 1) / tileWidth;
    int best = step, least = std::numeric_limits<int>::max();
    for (int rows = step; rows <= mostTileHeight; rows += step) {
        const int tiles = tilesAcross * ((height + rows - 1) / rows), cost = (tiles + grid - 1) / grid * (rows + 2 * smoothReach);
        if (cost < least) best = rows, least = cost;
    }
    return best;
}

int TrackSizes::looks() const {
    return std::max(1, grid / trackBlocks);
}

int TrackSizes::roundPixels() const {
    return (width - 2) * ((height - 3) / MatchRules::everyRow(height) + 1);
}

int TrackSizes::sampleEvery() const {
    return MatchRules::sampleEvery(roundPixels(), width - 2);
}

int trackGrid(int width, int height, int mostBlocks) {
    constexpr int leastPixels = 1024;  // of a block
    return std::clamp((width * height + leastPixels - 1) / leastPixels, 1, mostBlocks);
}

cudaError_t trackBlocksAtOnce(TrackedPixels type, int* blocks) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernelFor(type), trackThreads, 0);
}

cudaError_t launchTrack(const TrackTask& task, int grid, cudaStream_t stream) {
    void* arguments[] = {const_cast<TrackTask*>(&task)};
    return cudaLaunchCooperativeKernel(kernelFor(task.type), dim3(static_cast<unsigned>(grid)), dim3(trackThreads), arguments, 0,
                                       stream);
}

}  // namespace coarsen::gpu
