// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The innermost loops of ShiftComparison, over one row of pixels: the same bytes on every processor.

#include <array>
#include <cstddef>
#include <cstdint>

namespace coarsen {

/// Sums over the pixels that are valid in both of two pictures a and b; one pixel beyond either end is read, and not counted.
struct PairMoments {
    double count = 0, a = 0, b = 0, aa = 0, bb = 0, ab = 0;

    void add(const PairMoments& row);
};
PairMoments pairMoments(const float* a, const float* b, const std::uint8_t* valid, std::size_t count);

/// A row of two pictures with the rows above and below, and how they are compared: rest = gain * (b - meanB) - (a - meanA),
/// less counted the larger it is (Tukey's biweight, 0 from 1 / `inverseLimit` on; all alike where that is 0).
struct MatchRow {
    const float *aAbove, *a, *aBelow, *bAbove, *b, *bBelow;
    const std::uint8_t* valid;
    float gain, meanA, meanB, inverseLimit;
    /// A pixel's place from the centre, in distances of a corner: of the row's first one, of the next, and of the row.
    float turnX, turnStep, turnY;
};

/// Sums of weight * g g^T (xx, xy, yy, xt, yt, tt) and of weight * g * rest (x, y, t): g = a's gradient, and along a turn.
enum StepSum { stepXX, stepXY, stepYY, stepX, stepY, stepXT, stepYT, stepTT, stepT, stepSums };
/// Adds those of pixels 0 <= i < count. Reads one pixel beyond either end. The sums of a turn stay 0 unless `turns`.
void addStepSums(const MatchRow& row, std::size_t count, bool turns, std::array<double, stepSums>& sums);

/// Sums of slope * g h^T, row by row, then of weight * g * rest: h = gain * b's gradient, slope = d(weight * rest) / d rest.
/// Those of a turn stay 0 unless `turns`.
constexpr int blockSums = 12;
void addBlockSums(const MatchRow& row, std::size_t count, bool turns, std::array<double, blockSums>& sums);

/// The same without turns, of each pixel of the row by itself: XX, XY, YX, YY, X and Y, `columnStride(count)` apart. For blocks
/// too narrow for lanes.
constexpr int columnSums = 6;
constexpr std::size_t columnStride(std::size_t count) {
    return (count + 7) / 8 * 8;
}
void addColumnSums(const MatchRow& row, std::size_t count, float* columns);

/// to[i] = sum over k of weights[k] * rows[k][i].
void addRows(const std::array<const float*, 4>& rows, const std::array<float, 4>& weights, std::size_t count, float* to);
/// to[i] = sum over k of weights[k] * from[i + k]: reads three beyond the end.
void addNeighbours(const float* from, const std::array<float, 4>& weights, std::size_t count, float* to);

/// A row of pixels drawn again through a flow, by Lagrange's cubic: at x what `picture` (width x height, rows `stride` apart) has
/// at (x + dx[x], y + dy[x]). `known`: 1 where the four pixels about that place are `valid` and all sixteen are there; else 0,
/// and the pixel where one is missing.
struct DrawnRow {
    float* to;
    std::uint8_t* known;
};
struct RowSource {
    const float* picture;
    const std::uint8_t* valid;
    std::size_t stride, validStride;
    int width, height;
};
void drawRow(const RowSource& from, int y, const float* dx, const float* dy, const DrawnRow& row);

/// Weights of the four neighbours -1, 0, 1, 2 of a place at 0 <= t < 1: Lagrange's cubic. Its phase is truer than that of
/// Catmull-Rom: without noise, shifts found in what it draws are nearer by a factor of 3 to 50.
template <typename Number>
[[gnu::always_inline]] constexpr std::array<Number, 4> cubicWeights(Number t) {
    return {-t * (t - 1) * (t - 2) / 6, (t + 1) * (t - 1) * (t - 2) / 2, -(t + 1) * t * (t - 2) / 2, (t + 1) * t * (t - 1) / 6};
}

}  // namespace coarsen
