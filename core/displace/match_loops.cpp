// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/match_loops.hpp"

#include <algorithm>
#include <cmath>

namespace coarsen {

namespace {

constexpr std::size_t lanes = 8;

/// So many sums side by side, each in `lanes` parts: in this order whatever the processor.
template <std::size_t sums>
struct Lanes {
    float parts[sums][lanes] = {};

    [[gnu::always_inline]] double total(std::size_t sum) const {
        double total = 0;
        for (std::size_t lane = 0; lane < lanes; ++lane)
            total += static_cast<double>(parts[sum][lane]);
        return total;
    }
};

/// take(i, lane) for every i.
template <typename Take>
[[gnu::always_inline]] inline void forEachLane(std::size_t count, Take take) {
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane)
            take(i + lane, lane);
    for (; i < count; ++i)
        take(i, i % lanes);
}

[[gnu::always_inline]] inline float part(const MatchRow& row, float rest) {
    return std::min(1.0F, std::abs(rest) * row.inverseLimit);
}

[[gnu::always_inline]] inline float restAt(const MatchRow& row, std::size_t i) {
    return row.gain * (row.b[i] - row.meanB) - (row.a[i] - row.meanA);
}

struct Gradient {
    float x, y;
};
[[gnu::always_inline]] inline Gradient gradient(const float* above, const float* here, const float* below, std::size_t i) {
    return {(here[i + 1] - *(here + i - 1)) / 2, (below[i] - above[i]) / 2};
}

[[gnu::always_inline]] inline float alongTurn(const MatchRow& row, Gradient g, std::size_t i) {
    return (row.turnX + static_cast<float>(static_cast<std::int32_t>(i)) * row.turnStep) * g.y - row.turnY * g.x;
}

template <bool turns>
[[gnu::always_inline]] inline void stepSumsOf(const MatchRow& row, std::size_t count, std::array<double, stepSums>& sums) {
    constexpr std::size_t used = turns ? stepSums : stepXT;
    Lanes<used> all;
    forEachLane(count, [&](std::size_t i, std::size_t lane) {
        const float rest = restAt(row, i), far = part(row, rest), open = 1 - far * far;
        const float weight = static_cast<float>(row.valid[i]) * (open * open);
        const Gradient g = gradient(row.aAbove, row.a, row.aBelow, i);
        const float x = weight * g.x, y = weight * g.y;
        all.parts[stepXX][lane] += x * g.x;
        all.parts[stepXY][lane] += x * g.y;
        all.parts[stepYY][lane] += y * g.y;
        all.parts[stepX][lane] += x * rest;
        all.parts[stepY][lane] += y * rest;
        if constexpr (turns) {
            const float t = alongTurn(row, g, i);
            all.parts[stepXT][lane] += x * t;
            all.parts[stepYT][lane] += y * t;
            all.parts[stepTT][lane] += weight * t * t;
            all.parts[stepT][lane] += weight * t * rest;
        }
    });
    for (std::size_t sum = 0; sum < used; ++sum)
        sums[sum] += all.total(sum);
}

template <bool turns>
[[gnu::always_inline]] inline void blockSumsOf(const MatchRow& row, std::size_t count, std::array<double, blockSums>& sums) {
    constexpr std::size_t axes = turns ? 3 : 2;
    Lanes<blockSums> all;
    forEachLane(count, [&](std::size_t i, std::size_t lane) {
        const float rest = restAt(row, i), far = part(row, rest), open = 1 - far * far;
        const float counts = row.valid[i], weight = counts * open * open * rest;
        const float slope = counts * open * (1 - 5 * far * far) * row.gain;
        const Gradient g = gradient(row.aAbove, row.a, row.aBelow, i), h = gradient(row.bAbove, row.b, row.bBelow, i);
        float of[3] = {g.x, g.y, 0}, by[3] = {h.x, h.y, 0};
        if constexpr (turns) {
            of[2] = alongTurn(row, g, i);
            by[2] = alongTurn(row, h, i);
        }
        for (std::size_t j = 0; j < axes; ++j) {
            for (std::size_t k = 0; k < axes; ++k)
                all.parts[3 * j + k][lane] += slope * of[j] * by[k];
            all.parts[9 + j][lane] += weight * of[j];
        }
    });
    for (std::size_t sum = 0; sum < sums.size(); ++sum)
        sums[sum] += all.total(sum);
}

}  // namespace

void PairMoments::add(const PairMoments& row) {
    count += row.count;
    a += row.a;
    b += row.b;
    aa += row.aa;
    bb += row.bb;
    ab += row.ab;
}

// The same source for several processors; the loader takes the clone that fits. Neither fuses multiply and add: same bytes.
[[gnu::target_clones("avx2", "default")]] PairMoments pairMoments(const float* a, const float* b, const std::uint8_t* valid,
                                                                  std::size_t count) {
    Lanes<6> all;
    forEachLane(count, [&](std::size_t i, std::size_t lane) {
        const float counts = valid[i], ofA = counts * a[i], ofB = counts * b[i];
        all.parts[0][lane] += counts;
        all.parts[1][lane] += ofA;
        all.parts[2][lane] += ofB;
        all.parts[3][lane] += ofA * ofA;
        all.parts[4][lane] += ofB * ofB;
        all.parts[5][lane] += ofA * ofB;
    });
    return {all.total(0), all.total(1), all.total(2), all.total(3), all.total(4), all.total(5)};
}

[[gnu::target_clones("avx2", "default")]] void addStepSums(const MatchRow& row, std::size_t count, bool turns,
                                                           std::array<double, stepSums>& sums) {
    if (turns)
        stepSumsOf<true>(row, count, sums);
    else
        stepSumsOf<false>(row, count, sums);
}

[[gnu::target_clones("avx2", "default")]] void addBlockSums(const MatchRow& row, std::size_t count, bool turns,
                                                            std::array<double, blockSums>& sums) {
    if (turns)
        blockSumsOf<true>(row, count, sums);
    else
        blockSumsOf<false>(row, count, sums);
}

[[gnu::target_clones("avx2", "default")]] void addColumnSums(const MatchRow& row, std::size_t count, float* columns) {
    float* __restrict const xx = columns;
    float* __restrict const xy = columns + count;
    float* __restrict const yx = columns + 2 * count;
    float* __restrict const yy = columns + 3 * count;
    float* __restrict const x = columns + 4 * count;
    float* __restrict const y = columns + 5 * count;
    for (std::size_t i = 0; i < count; ++i) {
        const float rest = restAt(row, i), far = part(row, rest), open = 1 - far * far;
        const float counts = row.valid[i], weight = counts * open * open * rest;
        const float slope = counts * open * (1 - 5 * far * far) * row.gain;
        const Gradient g = gradient(row.aAbove, row.a, row.aBelow, i), h = gradient(row.bAbove, row.b, row.bBelow, i);
        xx[i] += slope * g.x * h.x;
        xy[i] += slope * g.x * h.y;
        yx[i] += slope * g.y * h.x;
        yy[i] += slope * g.y * h.y;
        x[i] += weight * g.x;
        y[i] += weight * g.y;
    }
}

[[gnu::target_clones("avx2", "default")]] void addRows(const std::array<const float*, 4>& rows,
                                                       const std::array<float, 4>& weights, std::size_t count,
                                                       float* __restrict to) {
    const float *first = rows[0], *second = rows[1], *third = rows[2], *fourth = rows[3];
    for (std::size_t i = 0; i < count; ++i)
        to[i] = weights[0] * first[i] + weights[1] * second[i] + weights[2] * third[i] + weights[3] * fourth[i];
}

[[gnu::target_clones("avx2", "default")]] void addNeighbours(const float* from, const std::array<float, 4>& weights,
                                                             std::size_t count, float* __restrict to) {
    for (std::size_t i = 0; i < count; ++i)
        to[i] = weights[0] * from[i] + weights[1] * from[i + 1] + weights[2] * from[i + 2] + weights[3] * from[i + 3];
}

[[gnu::target_clones("avx2", "default")]] void drawRow(const RowSource& from, int y, const float* dx, const float* dy,
                                                       const DrawnRow& row) {
    // Where the flow leads far outside it may be anything: floats are bounded before they become whole numbers.
    const auto farX = static_cast<float>(from.width), farY = static_cast<float>(from.height);
    for (int x = 0; x < from.width; ++x) {
        row.to[x] = 0;
        row.known[x] = 0;
        const float rightBy = std::min(std::max(dx[x], -farX), farX), downBy = std::min(std::max(dy[x], -farY), farY);
        const float wholeX = std::floor(rightBy), wholeY = std::floor(downBy);
        const int left = x + static_cast<int>(wholeX), top = y + static_cast<int>(wholeY);
        if (left < 1 || top < 1 || left + 2 >= from.width || top + 2 >= from.height) continue;
        const std::array<float, 4> right = cubicWeights(rightBy - wholeX), down = cubicWeights(downBy - wholeY);
        const auto above = static_cast<std::size_t>(top - 1), first = static_cast<std::size_t>(left - 1);
        const float* pixels = from.picture + above * from.stride + first;
        float sum = 0;
        for (const float weight : down) {
            sum += weight * (right[0] * pixels[0] + right[1] * pixels[1] + right[2] * pixels[2] + right[3] * pixels[3]);
            pixels += from.stride;
        }
        row.to[x] = sum;
        const std::uint8_t* const valid = from.valid + (above + 1) * from.validStride + first + 1;
        row.known[x] = valid[0] & valid[1] & valid[from.validStride] & valid[from.validStride + 1];
    }
}

}  // namespace coarsen
