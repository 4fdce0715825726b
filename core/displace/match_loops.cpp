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
    constexpr std::size_t unknowns = turns ? 3 : 2;
    Lanes<unknowns*(unknowns + 1)> all;
    forEachLane(count, [&](std::size_t i, std::size_t lane) {
        const float rest = restAt(row, i), far = part(row, rest), open = 1 - far * far;
        const float counts = row.valid[i], weight = counts * open * open * rest;
        const float slope = counts * open * (1 - 5 * far * far) * row.gain;
        const Gradient g = gradient(row.aAbove, row.a, row.aBelow, i), h = gradient(row.bAbove, row.b, row.bBelow, i);
        const float of[3] = {g.x, g.y, turns ? alongTurn(row, g, i) : 0}, by[3] = {h.x, h.y, turns ? alongTurn(row, h, i) : 0};
        for (std::size_t j = 0; j < unknowns; ++j) {
            for (std::size_t k = 0; k < unknowns; ++k)
                all.parts[unknowns * j + k][lane] += slope * of[j] * by[k];
            all.parts[unknowns * unknowns + j][lane] += weight * of[j];
        }
    });
    for (std::size_t j = 0; j < unknowns; ++j) {
        for (std::size_t k = 0; k < unknowns; ++k)
            sums[3 * j + k] += all.total(unknowns * j + k);
        sums[9 + j] += all.total(unknowns * unknowns + j);
    }
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

}  // namespace coarsen
