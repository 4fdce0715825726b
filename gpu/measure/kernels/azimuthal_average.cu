// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/device/sums.cuh"
#include "gpu/measure/kernels/azimuthal_average.hpp"
#include "gpu/preprocess/kernels/final_image.hpp"

#include <cmath>

namespace coarsen::gpu {

namespace {

constexpr int threads = 128, warps = threads / 32;
constexpr double leastPairs = 32;  // of a replicate (science/definitions.md)
constexpr int images = SubImageSums::images;

/// Place of an offset with Y0 >= 0 in a half plane.
__device__ inline std::size_t placeOf(int maxLag, int X0, int Y0) {
    return static_cast<std::size_t>(Y0) * (2 * maxLag + 1) + X0 + maxLag;
}

__device__ inline double pairsAt(const float* pairs, std::size_t place, int width, int height, int X0, int Y0) {
    if (pairs) return static_cast<double>(static_cast<int>(fmax(0.0, static_cast<double>(pairs[place])) + 0.5));
    return static_cast<double>(width - abs(X0)) * (height - Y0);
}

struct Offset {
    double value, pairs;
};

/// C2D of the whole image, NaN where undefined.
__device__ inline Offset wholeAt(const WholeSums& whole, int X0, int Y0) {
    const ImageStatistics& statistics = *whole.statistics;
    const std::size_t place = placeOf(whole.maxLag, X0, Y0);
    const double n = pairsAt(whole.pairs, place, whole.width, whole.height, X0, Y0);
    const double energy = whole.isPerPair ? n * (statistics.energy / statistics.count) : statistics.energy;
    const bool isDefined = n >= whole.fewestPairs && statistics.energy > 0;
    const double value = X0 == 0 && Y0 == 0 ? 1 : whole.sums[place] / energy;  // 1 by definition
    return {isDefined ? value : NAN, n};
}

/// Sums and pairs of every sub-image at one offset, and over all of them.
struct SubOffset {
    double sums[images], pairs[images], allSums = 0, allPairs = 0;

    __device__ SubOffset(const SubImageSums& subs, int X0, int Y0) {
        const auto size = static_cast<std::size_t>(2 * subs.maxLag + 1) * (subs.maxLag + 1);
        const std::size_t place = placeOf(subs.maxLag, X0, Y0);
#pragma unroll
        for (int image = 0; image < images; ++image) {
            sums[image] = subs.sums[image * size + place];
            pairs[image] = pairsAt(subs.pairs ? subs.pairs + image * size : nullptr, place, subs.width, subs.height, X0, Y0);
            allSums += sums[image];
            allPairs += pairs[image];
        }
    }

    /// C2D without that sub-image, whose variance then is `variance`; NaN where undefined.
    __device__ double without(int image, double variance) const {
        const double count = allPairs - pairs[image];
        return variance > 0 && count >= leastPairs ? (allSums - sums[image]) / (count * variance) : NAN;
    }
};

/// The variance without that sub-image.
__device__ inline double varianceWithout(const SubOffset& origin, int image) {
    return (origin.allSums - origin.sums[image]) / (origin.allPairs - origin.pairs[image]);
}

/// Grid: columns / blockDim, rows of the half plane.
__global__ void makeMap(const MapTask task) {
    const int maxLag = task.whole.maxLag, X0 = static_cast<int>(blockIdx.x * threads + threadIdx.x) - maxLag, Y0 = blockIdx.y;
    if (X0 > maxLag) return;
    const Offset offset = wholeAt(task.whole, X0, Y0);
    task.values[placeOf(maxLag, X0, Y0)] = offset.value;
    task.counts[placeOf(maxLag, X0, Y0)] = offset.pairs;
}

__device__ inline void foldWhole(const AveragesTask& task, int X0, int Y0) {
    const int maxLag = task.whole.maxLag;
    const Offset right = wholeAt(task.whole, X0, Y0), left = Y0 > 0 ? wholeAt(task.whole, -X0, Y0) : right;
    double* const to = task.foldedWhole + (static_cast<std::size_t>(Y0) * (maxLag + 1) + X0) * wholeLanes;
    to[0] = (right.value + left.value) / 2;
    to[1] = (right.value * right.value + left.value * left.value) / 2;
    to[2] = (right.pairs + left.pairs) / 2;
    to[3] = 0;
    if (Y0 == 0) task.axes[X0] = right.value;
    if (X0 == 0) task.axes[maxLag + 1 + Y0] = right.value;
}

__device__ inline void foldSubs(const AveragesTask& task, const double* variances, int X0, int Y0) {
    const SubOffset right(task.subs, X0, Y0), left(task.subs, Y0 > 0 ? -X0 : X0, Y0);
    double* const to = task.foldedSubs + (static_cast<std::size_t>(Y0) * (task.subs.maxLag + 1) + X0) * subLanes;
#pragma unroll
    for (int image = 0; image < images; ++image)
        to[image] = (right.without(image, variances[image]) + left.without(image, variances[image])) / 2;
}

/// Grid: columns / blockDim and rows of the quarter plane; the whole image, sub-images.
__global__ void fold(const AveragesTask task) {
    __shared__ double variances[images];
    const int X0 = blockIdx.x * threads + threadIdx.x, Y0 = blockIdx.y;
    if (blockIdx.z == 0) {
        if (X0 <= task.whole.maxLag) foldWhole(task, X0, Y0);
        return;
    }
    if (threadIdx.x < images) variances[threadIdx.x] = varianceWithout(SubOffset(task.subs, 0, 0), threadIdx.x);
    __syncthreads();
    if (max(X0, Y0) <= task.subs.maxLag) foldSubs(task, variances, X0, Y0);
}

/// The circle's weights times each value of its offsets, added up in `sums` (shared memory), always in the same order.
template <int lanes>
__device__ inline void addUpCircle(const CircleRows& rows, int circle, const double* folded, int maxLag, double* sums) {
    __shared__ double parts[lanes][warps];
    double own[lanes] = {};
    for (int i = rows.first[circle] + threadIdx.x; i < rows.first[circle + 1]; i += threads) {
        const FoldedCell cell = rows.cells[i];
        const double weight = rows.weights[i];
        const auto* const values =
            reinterpret_cast<const double2*>(folded + (static_cast<std::size_t>(cell.Y0) * (maxLag + 1) + cell.X0) * lanes);
#pragma unroll
        for (int lane = 0; lane < lanes; lane += 2) {
            const double2 two = values[lane / 2];
            own[lane] += weight * two.x;
            own[lane + 1] += weight * two.y;
        }
    }
#pragma unroll
    for (int lane = 0; lane < lanes; ++lane) {
        for (int step = 16; step > 0; step /= 2)
            own[lane] += __shfl_down_sync(0xffffffffU, own[lane], step);
        if (threadIdx.x % 32 == 0) parts[lane][threadIdx.x / 32] = own[lane];
    }
    __syncthreads();
    if (threadIdx.x < lanes) {
        double sum = 0;
        for (int warp = 0; warp < warps; ++warp)
            sum += parts[threadIdx.x][warp];
        sums[threadIdx.x] = sum;
    }
    __syncthreads();
}

__device__ inline bool fitsIntoMap(int r, int maxLag, double aspect) {
    const double stretch = sqrt(aspect);
    return r * fmax(stretch, 1 / stretch) <= maxLag + 1e-9;
}

struct CircleMeans {
    double value, square, pairs;  ///< NaN, NaN and 0 without a defined sample
};

/// The means over those samples of a circle that have no undefined corner; only the first thread's answer counts. `at`: the map.
template <typename At>
__device__ inline CircleMeans meansOfSamples(int r, double aspect, At at) {
    __shared__ double shared[32];
    const double radiusX = r * sqrt(aspect), radiusY = r / sqrt(aspect);
    const int samples = r == 0 ? 1 : max(8, 25 * r);
    double weights = 0, values = 0, squares = 0, pairs = 0;
    for (int k = threadIdx.x; k < samples; k += threads) {
        double x, y;
        sincospi(2.0 * k / samples, &y, &x);
        x *= radiusX;
        y *= radiusY;
        if (fabs(x - rint(x)) < 1e-9) x = rint(x);  // cos and sin of 90 degrees must not ask for offsets beyond the map
        if (fabs(y - rint(y)) < 1e-9) y = rint(y);
        const int left = static_cast<int>(floor(x)), top = static_cast<int>(floor(y));
        const double fx = x - left, fy = y - top;
        double value = 0, square = 0, count = 0;
        for (int corner = 0; corner < 4; ++corner) {
            const int dx = corner % 2, dy = corner / 2;
            const double weight = (dx ? fx : 1 - fx) * (dy ? fy : 1 - fy);
            if (weight == 0) continue;
            const int X0 = left + dx, Y0 = top + dy;
            const bool isMirrored = Y0 < 0 || (Y0 == 0 && X0 < 0);
            const Offset offset = at(isMirrored ? -X0 : X0, isMirrored ? -Y0 : Y0);
            value += weight * offset.value;
            square += weight * offset.value * offset.value;
            count += weight * offset.pairs;
        }
        if (isnan(value)) continue;
        weights += 1;
        values += value;
        squares += square;
        pairs += count;
    }
    weights = overBlock(weights, shared, Plus());
    values = overBlock(values, shared, Plus());
    squares = overBlock(squares, shared, Plus());
    pairs = overBlock(pairs, shared, Plus());
    return {values / weights, squares / weights, weights > 0 ? pairs / weights : 0};
}

__device__ inline void averageWhole(const AveragesTask& task, int circle) {
    __shared__ double sums[wholeLanes];
    const int maxLag = task.whole.maxLag;
    addUpCircle<wholeLanes>(task.rows, circle, task.foldedWhole, maxLag, sums);
    if (circle > maxLag) {
        if (threadIdx.x == 0) task.fine[circle - maxLag - 1] = sums[0];
        return;
    }
    CircleMeans means{sums[0], sums[1], sums[2]};
    if (!fitsIntoMap(circle, maxLag, task.aspect))
        means = {NAN, NAN, 0};
    else if (isnan(sums[0]))
        means = meansOfSamples(circle, task.aspect, [&](int X0, int Y0) { return wholeAt(task.whole, X0, Y0); });
    if (threadIdx.x > 0) return;
    const double variance = means.square - means.value * means.value;
    task.values[circle] = means.value;
    task.pairs[circle] = means.pairs;
    task.scatter[circle] = variance < 0 ? 0 : sqrt(variance);  // below 0 by rounding only
}

__device__ inline void averageSubs(const AveragesTask& task, int circle) {
    __shared__ double sums[subLanes];
    const int fine = circle - task.whole.maxLag - 1, maxLag = task.subs.maxLag;
    if (fine >= 0 ? fine >= task.subFineCircles : circle > maxLag) return;
    const bool fits = fine >= 0 || fitsIntoMap(circle, maxLag, task.aspect);
    if (fits) addUpCircle<subLanes>(task.rows, circle, task.foldedSubs, maxLag, sums);
    for (int image = 0; image < images; ++image) {
        double value = fits ? sums[image] : NAN;
        if (fits && fine < 0 && isnan(value)) {
            const double variance = varianceWithout(SubOffset(task.subs, 0, 0), image);
            value = meansOfSamples(circle, task.aspect, [&](int X0, int Y0) {
                        return Offset{SubOffset(task.subs, X0, Y0).without(image, variance), 0};
                    }).value;
        }
        if (threadIdx.x > 0) continue;
        if (fine >= 0)
            task.subFine[image * task.subFineCircles + fine] = value;
        else
            task.subValues[image * (maxLag + 1) + circle] = value;
    }
}

/// Grid: circles; the whole image, sub-images.
__global__ void __launch_bounds__(threads, 8) average(const AveragesTask task) {
    const int circle = static_cast<int>(gridDim.x - 1 - blockIdx.x);
    blockIdx.y == 0 ? averageWhole(task, circle) : averageSubs(task, circle);
}

unsigned shares(int count) {
    return static_cast<unsigned>((count + threads - 1) / threads);
}

}  // namespace

cudaError_t launchMap(const MapTask& task, cudaStream_t stream) {
    const int maxLag = task.whole.maxLag;
    makeMap<<<dim3(shares(2 * maxLag + 1), static_cast<unsigned>(maxLag + 1)), threads, 0, stream>>>(task);
    return cudaGetLastError();
}

cudaError_t launchAverages(const AveragesTask& task, cudaStream_t stream) {
    const int maxLag = task.whole.maxLag;
    const unsigned maps = task.subs.sums ? 2 : 1;
    fold<<<dim3(shares(maxLag + 1), static_cast<unsigned>(maxLag + 1), maps), threads, 0, stream>>>(task);
    average<<<dim3(static_cast<unsigned>(maxLag + 1 + task.fineCircles), maps), threads, 0, stream>>>(task);
    return cudaGetLastError();
}

}  // namespace coarsen::gpu
