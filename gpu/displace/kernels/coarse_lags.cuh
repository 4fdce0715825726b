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

constexpr int columnsAtOnce = 320, windowAtOnce = columnsAtOnce + lagsAtOnce - 1;  // of one row, with its partners
constexpr int rowsAtOnce = 12, lagFloats = rowsAtOnce * (columnsAtOnce + windowAtOnce);
static_assert(columnsAtOnce % 4 == 0 && windowAtOnce % 4 == 0);

/// Adds the products of a row's four pixels with those at each of the lags: twenty, of which the first four are at the first lag.
__device__ inline void addProducts(float (&products)[lagsAtOnce], const float* pixels, const float* window) {
    float four[4], partners[lagsAtOnce + 3];
    *reinterpret_cast<float4*>(four) = *reinterpret_cast<const float4*>(pixels);
#pragma unroll
    for (int i = 0; i < lagsAtOnce + 3; i += 4)
        *reinterpret_cast<float4*>(partners + i) = *reinterpret_cast<const float4*>(window + i);
#pragma unroll
    for (int pixel = 0; pixel < 4; ++pixel)
#pragma unroll
        for (int i = 0; i < lagsAtOnce; ++i)
            products[i] += four[pixel] * partners[pixel + i];
}

/// Copies a rectangle of the plane less its mean, 0 outside of the plane, into shared memory.
__device__ inline void stage(const LagShape& shape, CoarsePlane plane, int left, int top, int columns, int rows, float* to) {
#pragma unroll 4
    for (int i = static_cast<int>(threadIdx.x); i < rows * columns; i += trackThreads) {
        const int x = left + i % columns, y = top + i / columns;
        to[i] = x >= 0 && x < shape.width ? plane.pixels[y * shape.width + x] - plane.mean : 0;
    }
}

/// This block's share of the sums over (p + lag) of `now` and p of `before`, band by band of p's rows. `room`: lagFloats shared
/// ones.
__device__ inline void sumLags(const LagShape& shape, CoarsePlane now, CoarsePlane before, float* room, double* sums,
                               double* shared, double* totals) {
    float* const pixels = room;
    float* const window = room + rowsAtOnce * columnsAtOnce;
    const int tasks = shape.across() * shape.groups() * shape.bands;
    for (int task = static_cast<int>(blockIdx.x); task < tasks; task += static_cast<int>(gridDim.x)) {
        const int band = task % shape.bands, group = task / shape.bands % shape.groups();
        const int Y0 = task / shape.bands / shape.groups() - shape.largest, firstX0 = group * lagsAtOnce - shape.largest;
        const int begin = max(band * shape.height / shape.bands, -Y0);
        const int end = min((band + 1) * shape.height / shape.bands, shape.height - Y0);
        float products[lagsAtOnce] = {};
        for (int y = begin; y < end; y += rowsAtOnce)
            for (int x = 0; x < shape.width; x += columnsAtOnce) {
                const int rows = min(rowsAtOnce, end - y), fours = (min(columnsAtOnce, shape.width - x) + 3) / 4;
                __syncthreads();
                stage(shape, before, x, y, columnsAtOnce, rows, pixels);
                stage(shape, now, x + firstX0, y + Y0, windowAtOnce, rows, window);
                __syncthreads();
                for (int i = static_cast<int>(threadIdx.x); i < rows * fours; i += trackThreads) {
                    const int row = i / fours, column = 4 * (i % fours);
                    addProducts(products, pixels + row * columnsAtOnce + column, window + row * windowAtOnce + column);
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
    const double curvature = before - 2 * at + after, place = (before - after) / (2 * curvature);
    return curvature < 0 && fabs(place) <= 1 ? place : 0;
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

/// The highest of a warp's, for all its lanes.
__device__ inline LagPeak highestOfWarp(LagPeak peak) {
    for (int step = 16; step > 0; step /= 2) {
        const double value = __shfl_xor_sync(0xffffffffU, peak.value, step);
        peak.take(value, __shfl_xor_sync(0xffffffffU, peak.at, step));
    }
    return peak;
}

/// Between lags, where the sums per pair are highest; all threads of the block get it.
__device__ inline double2 bestLag(const LagShape& shape, const double* sums, LagPeak* shared, double2* best) {
    const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
    LagPeak peak{-INFINITY, -1};
    for (int at = static_cast<int>(threadIdx.x); at < shape.across() * shape.across(); at += trackThreads) {
        const double value = valueAtLag(shape, sums, at % shape.across() - shape.largest, at / shape.across() - shape.largest);
        if (value == value) peak.take(value, at);
    }
    peak = highestOfWarp(peak);
    __syncthreads();
    if (lane == 0) shared[warp] = peak;
    __syncthreads();
    if (warp == 0) {
        peak = highestOfWarp(lane < trackWarps ? shared[lane] : LagPeak{-INFINITY, -1});
        const int X0 = max(0, peak.at) % shape.across() - shape.largest, Y0 = max(0, peak.at) / shape.across() - shape.largest;
        // The first four lanes look left, right, above and below.
        const int besideX = X0 + (lane == 0 ? -1 : lane == 1), besideY = Y0 + (lane == 2 ? -1 : lane == 3);
        double beside = NAN;
        if (lane < 4 && max(abs(besideX), abs(besideY)) <= shape.largest) beside = valueAtLag(shape, sums, besideX, besideY);
        const double left = __shfl_sync(0xffffffffU, beside, 0), right = __shfl_sync(0xffffffffU, beside, 1);
        const double above = __shfl_sync(0xffffffffU, beside, 2), below = __shfl_sync(0xffffffffU, beside, 3);
        if (lane == 0) *best = {X0 + vertexOf(left, peak.value, right), Y0 + vertexOf(above, peak.value, below)};
    }
    __syncthreads();
    return *best;
}

}  // namespace coarsen::gpu
