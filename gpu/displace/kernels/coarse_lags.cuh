// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where two coarse pictures fit best: sums of products over lags, and the highest of them per pair of pixels.

#include "gpu/displace/kernels/track_sums.cuh"

namespace coarsen::gpu {

constexpr int lagsAtOnce = 17;  // of one row of lags: all of the usual largest shift, 16 px

struct CoarsePlane {
    const float* pixels;
    float mean;
};

/// The planes' size and how the sums are shared out.
struct LagShape {
    int width, height, largest, bands;
    double fewestPairs;

    __device__ int across() const { return 2 * largest + 1; }
    __device__ int groups() const { return (across() + lagsAtOnce - 1) / lagsAtOnce; }
};

/// This block's share of the sums over (p + lag) of `now` and p of `before`, band by band of p's rows.
__device__ inline void sumLags(const LagShape& shape, CoarsePlane now, CoarsePlane before, double* sums, double* shared,
                               double* totals) {
    const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
    const int tasks = shape.across() * shape.groups() * shape.bands;
    for (int task = static_cast<int>(blockIdx.x); task < tasks; task += static_cast<int>(gridDim.x)) {
        const int band = task % shape.bands, group = task / shape.bands % shape.groups();
        const int Y0 = task / shape.bands / shape.groups() - shape.largest, firstX0 = group * lagsAtOnce - shape.largest;
        float products[lagsAtOnce] = {};
        const int end = (band + 1) * shape.height / shape.bands;
        for (int y = band * shape.height / shape.bands + warp; y < end; y += trackWarps) {
            if (y + Y0 < 0 || y + Y0 >= shape.height) continue;
            const float* const here = before.pixels + y * shape.width;
            const float* const there = now.pixels + (y + Y0) * shape.width;
            for (int x = lane; x < shape.width; x += 32) {
                const float pixel = here[x] - before.mean;
#pragma unroll
                for (int i = 0; i < lagsAtOnce; ++i)
                    if (const int at = x + firstX0 + i; at >= 0 && at < shape.width)
                        products[i] += (there[at] - now.mean) * pixel;
            }
        }
        sumOverBlock(products, shared, totals);
        __syncthreads();
        if (const int i = static_cast<int>(threadIdx.x), X0 = firstX0 + i; i < lagsAtOnce && X0 <= shape.largest)
            sums[((Y0 + shape.largest) * shape.across() + X0 + shape.largest) * shape.bands + band] = totals[i];
    }
}

/// The sum per pair at that lag; NaN where there are too few.
__device__ inline double valueAtLag(const LagShape& shape, const double* sums, int X0, int Y0) {
    const double pairs = static_cast<double>(shape.width - abs(X0)) * (shape.height - abs(Y0));
    if (pairs < shape.fewestPairs) return NAN;
    const double* const parts = sums + ((Y0 + shape.largest) * shape.across() + X0 + shape.largest) * shape.bands;
    double sum = 0;
    for (int band = 0; band < shape.bands; ++band)
        sum += parts[band];
    return sum / pairs;
}

/// Where the parabola through three values at -1, 0, 1 is highest; 0 where that is not between them (core's parabolaAt).
__device__ inline double vertexOf(double before, double at, double after) {
    const double bend = before - 2 * at + after, place = (before - after) / (2 * bend);
    return bend < 0 && fabs(place) <= 1 ? place : 0;
}

/// A lag by its place in the map, and the sum per pair there.
struct LagPeak {
    double value;
    int at;  ///< below 0: nowhere

    /// The higher one; of two that are alike, the first.
    __device__ void take(double otherValue, int otherAt) {
        if (otherAt < 0 || otherValue < value || (otherValue == value && at >= 0 && at < otherAt)) return;
        value = otherValue;
        at = otherAt;
    }
};

/// Between lags, where the sums per pair are highest; all threads of the block get it.
__device__ inline double2 bestLag(const LagShape& shape, const double* sums, LagPeak* shared, double2* best) {
    const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
    LagPeak peak{-INFINITY, -1};
    for (int at = static_cast<int>(threadIdx.x); at < shape.across() * shape.across(); at += trackThreads) {
        const double value = valueAtLag(shape, sums, at % shape.across() - shape.largest, at / shape.across() - shape.largest);
        if (value == value) peak.take(value, at);
    }
    for (int step = 16; step > 0; step /= 2) {
        const double value = __shfl_down_sync(0xffffffffU, peak.value, step);
        peak.take(value, __shfl_down_sync(0xffffffffU, peak.at, step));
    }
    __syncthreads();
    if (lane == 0) shared[warp] = peak;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int other = 1; other < trackWarps; ++other)
            peak.take(shared[other].value, shared[other].at);
        const int X0 = max(0, peak.at) % shape.across() - shape.largest, Y0 = max(0, peak.at) / shape.across() - shape.largest;
        *best = {static_cast<double>(X0), static_cast<double>(Y0)};
        if (abs(X0) < shape.largest)
            best->x += vertexOf(valueAtLag(shape, sums, X0 - 1, Y0), peak.value, valueAtLag(shape, sums, X0 + 1, Y0));
        if (abs(Y0) < shape.largest)
            best->y += vertexOf(valueAtLag(shape, sums, X0, Y0 - 1), peak.value, valueAtLag(shape, sums, X0, Y0 + 1));
    }
    __syncthreads();
    return *best;
}

}  // namespace coarsen::gpu
