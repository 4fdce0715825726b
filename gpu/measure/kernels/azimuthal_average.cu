// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/device/sums.cuh"
#include "gpu/measure/kernels/azimuthal_average.hpp"
#include "gpu/preprocess/kernels/final_image.hpp"

#include <cmath>

namespace coarsen::gpu {

namespace {

constexpr int threads = 256;
constexpr double leastPairs = 32;  // of a replicate (science/definitions.md)

__device__ inline double pairsAt(const float* pairs, std::size_t place, int width, int height, int X0, int Y0) {
    if (pairs) return static_cast<double>(static_cast<int>(fmax(0.0, static_cast<double>(pairs[place])) + 0.5));
    return static_cast<double>(width - abs(X0)) * (height - Y0);
}

/// Grid: columns / blockDim, rows of the half plane.
__global__ void makeMap(const MapTask task) {
    const int length = 2 * task.maxLag + 1, column = blockIdx.x * threads + threadIdx.x, Y0 = blockIdx.y;
    if (column >= length) return;
    const int X0 = column - task.maxLag;
    const auto place = static_cast<std::size_t>(Y0) * length + column;
    const ImageStatistics statistics = *task.statistics;
    const double n = pairsAt(task.pairs, place, task.width, task.height, X0, Y0);
    const double whole = task.isPerPair ? 0 : statistics.energy,
                 perPair = task.isPerPair ? statistics.energy / statistics.count : 0;
    const bool isDefined = n >= task.fewestPairs && statistics.energy > 0;
    const double value = X0 == 0 && Y0 == 0 ? 1 : task.sums[place] / (whole + n * perPair);  // 1 by definition
    task.values[place] = isDefined ? value : NAN;
    task.counts[place] = n;
}

/// Grid: columns / blockDim, rows of the half plane.
__global__ void makeReplicates(const ReplicatesTask task) {
    const int length = 2 * task.maxLag + 1, column = blockIdx.x * threads + threadIdx.x, Y0 = blockIdx.y;
    if (column >= length) return;
    const int X0 = column - task.maxLag;
    const auto size = static_cast<std::size_t>(length) * (task.maxLag + 1);
    const auto place = static_cast<std::size_t>(Y0) * length + column, origin = static_cast<std::size_t>(task.maxLag);
    const auto sum = [&](int image, std::size_t at) { return static_cast<double>(task.sums[image * size + at]); };
    const auto pairs = [&](int image, std::size_t at, int X, int Y) {
        return pairsAt(task.pairs ? task.pairs + image * size : nullptr, at, task.width, task.height, X, Y);
    };
    double all = 0, allPairs = 0, allAtOrigin = 0, allPairsAtOrigin = 0;
    for (int image = 0; image < task.images; ++image) {
        all += sum(image, place);
        allPairs += pairs(image, place, X0, Y0);
        allAtOrigin += sum(image, origin);
        allPairsAtOrigin += pairs(image, origin, 0, 0);
    }
    for (int image = 0; image < task.images; ++image) {
        const double variance = (allAtOrigin - sum(image, origin)) / (allPairsAtOrigin - pairs(image, origin, 0, 0));
        const double count = allPairs - pairs(image, place, X0, Y0);
        const bool isDefined = variance > 0 && count >= leastPairs;
        task.values[image * size + place] = isDefined ? (all - sum(image, place)) / (count * variance) : NAN;
    }
}

struct CircleSums {
    double weight = 0, value = 0, square = 0, pairs = 0;
};

/// One circle of one map. Grid: circles, maps.
__global__ void average(const AveragesTask task) {
    __shared__ double shared[32];
    const int r = static_cast<int>(gridDim.x - 1 - blockIdx.x), image = blockIdx.y;  // the longest first
    const int length = 2 * task.maxLag + 1;
    const auto size = static_cast<std::size_t>(length) * (task.maxLag + 1);
    const double* const map = task.maps + image * size;
    const bool withCounts = task.counts && image == 0;
    const double stretch = sqrt(task.aspect), radiusX = r * stretch, radiusY = r / stretch;
    const bool fits = r * fmax(stretch, 1 / stretch) <= task.maxLag + 1e-9;
    const int samples = r == 0 ? 1 : fits ? max(8, 25 * r) : 0;

    CircleSums own;
    for (int k = threadIdx.x; k < samples; k += threads) {
        double x, y;
        sincospi(2.0 * k / samples, &y, &x);
        x *= radiusX;
        y *= radiusY;
        if (fabs(x - rint(x)) < 1e-9) x = rint(x);  // cos and sin of 90 degrees must not ask for offsets beyond the map
        if (fabs(y - rint(y)) < 1e-9) y = rint(y);
        const int left = static_cast<int>(floor(x)), top = static_cast<int>(floor(y));
        const double fx = x - left, fy = y - top;
        CircleSums sample;
        bool isDefined = true;
#pragma unroll
        for (int corner = 0; corner < 4; ++corner) {
            const int dx = corner % 2, dy = corner / 2;
            const double weight = (dx ? fx : 1 - fx) * (dy ? fy : 1 - fy);
            if (weight == 0) continue;
            int X0 = left + dx, Y0 = top + dy;
            if (Y0 < 0 || (Y0 == 0 && X0 < 0)) {
                X0 = -X0;
                Y0 = -Y0;
            }
            const auto place = static_cast<std::size_t>(Y0) * length + X0 + task.maxLag;
            const double c = map[place];
            isDefined &= !isnan(c);
            sample.weight += weight;
            sample.value += weight * c;
            sample.square += weight * c * c;
            if (withCounts) sample.pairs += weight * task.counts[place];
        }
        if (!isDefined) continue;
        own.weight += sample.weight;
        own.value += sample.value;
        own.square += sample.square;
        own.pairs += sample.pairs;
    }
    const double weight = overBlock(own.weight, shared, Plus()), value = overBlock(own.value, shared, Plus());
    const double square = overBlock(own.square, shared, Plus()), pairs = overBlock(own.pairs, shared, Plus());
    if (threadIdx.x > 0) return;
    const double mean = weight > 0 ? value / weight : NAN;
    task.values[image * (task.maxLag + 1) + r] = mean;
    if (!withCounts) return;
    task.pairs[r] = weight > 0 ? pairs / weight : 0;
    task.scatter[r] = weight > 0 ? sqrt(fmax(0.0, square / weight - mean * mean)) : NAN;
}

dim3 overHalfPlane(int maxLag) {
    return {static_cast<unsigned>((2 * maxLag + threads) / threads), static_cast<unsigned>(maxLag + 1)};
}

}  // namespace

cudaError_t launchMap(const MapTask& task, cudaStream_t stream) {
    makeMap<<<overHalfPlane(task.maxLag), threads, 0, stream>>>(task);
    return cudaGetLastError();
}

cudaError_t launchReplicates(const ReplicatesTask& task, cudaStream_t stream) {
    makeReplicates<<<overHalfPlane(task.maxLag), threads, 0, stream>>>(task);
    return cudaGetLastError();
}

cudaError_t launchAverages(const AveragesTask& task, cudaStream_t stream) {
    const dim3 grid(static_cast<unsigned>(task.maxLag + 1), static_cast<unsigned>(task.images));
    average<<<grid, threads, 0, stream>>>(task);
    return cudaGetLastError();
}

}  // namespace coarsen::gpu
