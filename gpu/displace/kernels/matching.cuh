// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Least squares of one picture against another, moved back by a shift: what core's ShiftComparison does without masks and turns.

#include "core/displace/match_loops.hpp"
#include "core/displace/match_rules.hpp"

namespace coarsen::gpu {

struct SmoothPair {
    const float *here, *moved;
    int width, height;
};

/// A shift as its whole pixels and Lagrange's cubic for what is left.
struct DrawnAt {
    int left, top;
    float across[4], down[4];

    __device__ explicit DrawnAt(double2 shift) : left(static_cast<int>(floor(shift.x))), top(static_cast<int>(floor(shift.y))) {
        const auto ofX = cubicWeights(shift.x - left), ofY = cubicWeights(shift.y - top);
        for (int i = 0; i < 4; ++i) {
            across[i] = static_cast<float>(ofX[i]);
            down[i] = static_cast<float>(ofY[i]);
        }
    }
};

/// True where smoothing and gradients take from no pixel beyond the edge, in both pictures. All that is drawn then lies inside.
__device__ inline bool isDefined(const SmoothPair& pair, const DrawnAt& at, int x, int y) {
    constexpr int reach = MatchRules::reachPx;
    const int fromX = x + at.left, fromY = y + at.top;
    return x >= reach && x < pair.width - reach && y >= reach && y < pair.height - reach && fromX >= reach &&
           fromX + 1 < pair.width - reach && fromY >= reach && fromY + 1 < pair.height - reach;
}

/// Grey value that the moved picture shows at pixel (x, y).
__device__ inline float drawn(const SmoothPair& pair, const DrawnAt& at, int x, int y) {
    const float* const from = pair.moved + (y + at.top - 1) * pair.width + x + at.left - 1;
    float sum = 0;
#pragma unroll
    for (int column = 0; column < 4; ++column) {
        float between = 0;
#pragma unroll
        for (int row = 0; row < 4; ++row)
            between += at.down[row] * from[row * pair.width + column];
        sum += at.across[column] * between;
    }
    return sum;
}

struct DrawnPixel {
    float value, gradientX, gradientY;
};

/// The same with half of the difference of its neighbours that are drawn, left and right, above and below.
__device__ inline DrawnPixel drawnWithGradient(const SmoothPair& pair, const DrawnAt& at, int x, int y) {
    const float* const from = pair.moved + (y + at.top - 2) * pair.width + x + at.left - 2;
    float columns[6];  // at the row, of the columns from two left to three right
    float slopes[4];   // of the middle ones, down
#pragma unroll
    for (int column = 0; column < 6; ++column) {
        float pixels[6];
#pragma unroll
        for (int row = 0; row < 6; ++row)
            pixels[row] = from[row * pair.width + column];
        float above = 0, between = 0, below = 0;
#pragma unroll
        for (int row = 0; row < 4; ++row) {
            above += at.down[row] * pixels[row];
            between += at.down[row] * pixels[row + 1];
            below += at.down[row] * pixels[row + 2];
        }
        columns[column] = between;
        if (column > 0 && column < 5) slopes[column - 1] = (below - above) / 2;
    }
    float left = 0, right = 0;
    DrawnPixel pixel{};
#pragma unroll
    for (int column = 0; column < 4; ++column) {
        left += at.across[column] * columns[column];
        pixel.value += at.across[column] * columns[column + 1];
        right += at.across[column] * columns[column + 2];
        pixel.gradientY += at.across[column] * slopes[column];
    }
    pixel.gradientX = (right - left) / 2;
    return pixel;
}

/// Sums over pixels that both pictures define, a here and b moved.
enum Moment { ofCount, ofA, ofB, ofAA, ofBB, ofAB, moments };

__device__ inline void addMoments(float* sums, float a, float b) {
    sums[ofCount] += 1;
    sums[ofA] += a;
    sums[ofB] += b;
    sums[ofAA] += a * a;
    sums[ofBB] += b * b;
    sums[ofAB] += a * b;
}

/// How the two are compared: rest = gain (b - meanB) - (a - meanA), and where it stops counting (Tukey's biweight).
struct Comparison {
    float gain = 0, meanA = 0, meanB = 0;
    float inverseLimit = 0;  ///< 0: all count alike

    /// From the moments; false where one of the two has no contrast. Without a limit yet.
    __device__ bool set(const double* sums) {
        const double each = 1 / sums[ofCount], a = sums[ofA] * each, b = sums[ofB] * each;
        const double varianceA = sums[ofAA] * each - a * a, varianceB = sums[ofBB] * each - b * b;
        if (!(sums[ofCount] >= 2 && varianceA > 0 && varianceB > 0)) return false;
        gain = static_cast<float>(sqrt(varianceA / varianceB));
        meanA = static_cast<float>(a);
        meanB = static_cast<float>(b);
        return true;
    }
    __device__ void setLimit(float usualRest) {
        const double limit = MatchRules::biweightReach * MatchRules::deviationOfMedian * static_cast<double>(usualRest);
        inverseLimit = limit > 0 ? static_cast<float>(1 / limit) : 0;
    }
    __device__ float rest(float a, float b) const { return gain * (b - meanB) - (a - meanA); }
    /// |rest| in parts of where pixels do not count any more.
    __device__ float part(float rest) const { return fminf(1.0F, fabsf(rest) * inverseLimit); }
};

struct Gradient {
    float x, y;
};
__device__ inline Gradient gradientAt(const float* pixel, int width) {
    return {(pixel[1] - pixel[-1]) / 2, (pixel[width] - pixel[-width]) / 2};
}

/// Sums of Gauss-Newton's step.
enum StepSums { ofXX, ofXY, ofYY, ofX, ofY, stepSumCount };

__device__ inline void addStep(float (&sums)[stepSumCount], const Comparison& compared, float a, float b, Gradient g) {
    const float rest = compared.rest(a, b), far = compared.part(rest), open = 1 - far * far, weight = open * open;
    sums[ofXX] += weight * g.x * g.x;
    sums[ofXY] += weight * g.x * g.y;
    sums[ofYY] += weight * g.y * g.y;
    sums[ofX] += weight * g.x * rest;
    sums[ofY] += weight * g.y * rest;
}

/// The step that they mean; NaN where a move cannot be seen: along stripes (core's Equations::solution).
__device__ inline double2 stepOf(const double* sums) {
    const double xx = sums[ofXX], xy = sums[ofXY], yy = sums[ofYY], det = xx * yy - xy * xy;
    if (!(det > 1e-9 * xx * yy)) return {NAN, NAN};
    return {(sums[ofX] * yy - sums[ofY] * xy) / det, (sums[ofY] * xx - sums[ofX] * xy) / det};
}

/// Sums that core's addBlockSums adds, and the moments behind it.
enum LookSums { lookXX, lookXY, lookYX, lookYY, lookX, lookY, lookMoments, lookSumCount = lookMoments + moments };

__device__ inline void addLook(float (&sums)[lookSumCount], const Comparison& compared, float a, Gradient g,
                               const DrawnPixel& b) {
    const float rest = compared.rest(a, b.value), far = compared.part(rest), open = 1 - far * far;
    const float weight = open * open * rest, slope = open * (1 - 5 * far * far) * compared.gain;
    sums[lookXX] += slope * g.x * b.gradientX;
    sums[lookXY] += slope * g.x * b.gradientY;
    sums[lookYX] += slope * g.y * b.gradientX;
    sums[lookYY] += slope * g.y * b.gradientY;
    sums[lookX] += weight * g.x;
    sums[lookY] += weight * g.y;
    addMoments(sums + lookMoments, a, b.value);
}

}  // namespace coarsen::gpu
