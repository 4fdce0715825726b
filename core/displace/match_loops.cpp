// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/match_loops.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace coarsen {

// Vectors that pass between functions which are inlined anyway.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace {

constexpr std::size_t lanes = 8;
using Floats = float __attribute__((vector_size(lanes * sizeof(float))));
using Bytes = std::uint8_t __attribute__((vector_size(lanes)));

/// So many sums side by side, each in `lanes` parts: in this order whatever the processor.
template <std::size_t sums>
struct Lanes {
    Floats parts[sums] = {};

    [[gnu::always_inline]] double total(std::size_t sum) const {
        double total = 0;
        for (std::size_t lane = 0; lane < lanes; ++lane)
            total += static_cast<double>(parts[sum][lane]);
        return total;
    }
};

template <typename Vector, typename Pixel>
[[gnu::always_inline]] inline Vector loaded(const Pixel* from) {
    Vector vector;
    std::memcpy(&vector, from, sizeof vector);
    return vector;
}

[[gnu::always_inline]] inline Floats numbers(const float* from) {
    return loaded<Floats>(from);
}
[[gnu::always_inline]] inline Floats numbers(const std::uint8_t* from) {
    return __builtin_convertvector(loaded<Bytes>(from), Floats);
}

/// take(row, i, i) for every eighth i, where `lanes` pixels follow; then take(end, 0, i) for those that are left, in a copy of
/// the row's end with zeros behind it.
template <typename Take>
[[gnu::always_inline]] inline void forEachVector(const MatchRow& row, std::size_t count, Take take) {
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes)
        take(row, i, i);
    if (i == count) return;
    constexpr std::size_t room = lanes + 2;  // gradients see one more on either side
    float ends[6][room] = {};
    std::uint8_t valid[lanes] = {};
    const float* const from[6] = {row.aAbove, row.a, row.aBelow, row.bAbove, row.b, row.bBelow};
    for (std::size_t of = 0; of < 6; ++of)
        std::copy_n(from[of] + i - 1, count - i + 2, ends[of]);
    std::copy_n(row.valid + i, count - i, valid);
    MatchRow end = row;
    end.aAbove = ends[0] + 1;
    end.a = ends[1] + 1;
    end.aBelow = ends[2] + 1;
    end.bAbove = ends[3] + 1;
    end.b = ends[4] + 1;
    end.bBelow = ends[5] + 1;
    end.valid = valid;
    end.turnX = row.turnX + static_cast<float>(static_cast<std::int32_t>(i)) * row.turnStep;
    take(end, 0, i);
}

[[gnu::always_inline]] inline Floats restAt(const MatchRow& row, std::size_t i) {
    return row.gain * (numbers(row.b + i) - row.meanB) - (numbers(row.a + i) - row.meanA);
}

/// |rest| in parts of where pixels do not count any more.
[[gnu::always_inline]] inline Floats part(const MatchRow& row, Floats rest) {
    const Floats one = Floats{} + 1, of = (rest < 0 ? -rest : rest) * row.inverseLimit;
    return of < one ? of : one;
}

struct Gradient {
    Floats x, y;
};
[[gnu::always_inline]] inline Gradient gradient(const float* above, const float* here, const float* below, std::size_t i) {
    return {(numbers(here + i + 1) - numbers(here + i - 1)) / 2, (numbers(below + i) - numbers(above + i)) / 2};
}

[[gnu::always_inline]] inline Floats alongTurn(const MatchRow& row, const Gradient& g, std::size_t i) {
    constexpr Floats steps = {0, 1, 2, 3, 4, 5, 6, 7};
    const Floats place = static_cast<float>(static_cast<std::int32_t>(i)) + steps;
    return (row.turnX + place * row.turnStep) * g.y - row.turnY * g.x;
}

template <bool turns>
[[gnu::always_inline]] inline void stepSumsOf(const MatchRow& row, std::size_t count, std::array<double, stepSums>& sums) {
    constexpr std::size_t used = turns ? stepSums : stepXT;
    Lanes<used> all;
    forEachVector(row, count, [&](const MatchRow& at, std::size_t i, std::size_t) {
        const Floats rest = restAt(at, i), far = part(at, rest), open = 1 - far * far;
        const Floats weight = numbers(at.valid + i) * (open * open);
        const Gradient g = gradient(at.aAbove, at.a, at.aBelow, i);
        const Floats x = weight * g.x, y = weight * g.y;
        all.parts[stepXX] += x * g.x;
        all.parts[stepXY] += x * g.y;
        all.parts[stepYY] += y * g.y;
        all.parts[stepX] += x * rest;
        all.parts[stepY] += y * rest;
        if constexpr (turns) {
            const Floats t = alongTurn(at, g, i);
            all.parts[stepXT] += x * t;
            all.parts[stepYT] += y * t;
            all.parts[stepTT] += weight * t * t;
            all.parts[stepT] += weight * t * rest;
        }
    });
    for (std::size_t sum = 0; sum < used; ++sum)
        sums[sum] += all.total(sum);
}

template <bool turns>
[[gnu::always_inline]] inline void blockSumsOf(const MatchRow& row, std::size_t count, std::array<double, blockSums>& sums) {
    constexpr std::size_t unknowns = turns ? 3 : 2;
    Lanes<unknowns*(unknowns + 1)> all;
    forEachVector(row, count, [&](const MatchRow& at, std::size_t i, std::size_t) {
        const Floats rest = restAt(at, i), far = part(at, rest), open = 1 - far * far;
        const Floats counts = numbers(at.valid + i), weight = counts * open * open * rest;
        const Floats slope = counts * open * (1 - 5 * far * far) * at.gain;
        const Gradient g = gradient(at.aAbove, at.a, at.aBelow, i), h = gradient(at.bAbove, at.b, at.bBelow, i);
        Floats of[3] = {g.x, g.y}, by[3] = {h.x, h.y};
        if constexpr (turns) {
            of[2] = alongTurn(at, g, i);
            by[2] = alongTurn(at, h, i);
        }
        for (std::size_t j = 0; j < unknowns; ++j) {
            for (std::size_t k = 0; k < unknowns; ++k)
                all.parts[unknowns * j + k] += slope * of[j] * by[k];
            all.parts[unknowns * unknowns + j] += weight * of[j];
        }
    });
    for (std::size_t j = 0; j < unknowns; ++j) {
        for (std::size_t k = 0; k < unknowns; ++k)
            sums[3 * j + k] += all.total(unknowns * j + k);
        sums[9 + j] += all.total(unknowns * unknowns + j);
    }
}

/// Pixels first ... last-1 of row y that the flow brings from beside each other: from (x + right, y + down) and a part of a
/// pixel.
struct Run {
    int first, last, right, down, y;
};

[[gnu::always_inline]] inline void drawRun(const RowSource& from, const Run& run, const float* dx, const float* dy,
                                           const DrawnRow& row) {
    const auto above = static_cast<std::size_t>(run.y + run.down - 1), first = static_cast<std::size_t>(run.first);
    const float* const one = from.picture + above * from.stride + (run.first + run.right - 1);
    const float *const two = one + from.stride, *const three = two + from.stride, *const four = three + from.stride;
    const std::uint8_t* const upper = from.valid + (above + 1) * from.validStride + (run.first + run.right);
    const std::uint8_t* const lower = upper + from.validStride;
    float* __restrict const to = row.to + first;
    std::uint8_t* __restrict const known = row.known + first;
    const float *const byX = dx + first, *const byY = dy + first;
    const auto wholeX = static_cast<float>(run.right), wholeY = static_cast<float>(run.down);
    const auto count = static_cast<std::size_t>(run.last - run.first);
    for (std::size_t i = 0; i < count; ++i) {
        const std::array<float, 4> across = cubicWeights(byX[i] - wholeX), down = cubicWeights(byY[i] - wholeY);
        const float ofOne = across[0] * one[i] + across[1] * one[i + 1] + across[2] * one[i + 2] + across[3] * one[i + 3];
        const float ofTwo = across[0] * two[i] + across[1] * two[i + 1] + across[2] * two[i + 2] + across[3] * two[i + 3];
        const float ofThree =
            across[0] * three[i] + across[1] * three[i + 1] + across[2] * three[i + 2] + across[3] * three[i + 3];
        const float ofFour = across[0] * four[i] + across[1] * four[i + 1] + across[2] * four[i + 2] + across[3] * four[i + 3];
        to[i] = down[0] * ofOne + down[1] * ofTwo + down[2] * ofThree + down[3] * ofFour;
    }
    for (std::size_t i = 0; i < count; ++i)
        known[i] = upper[i] & upper[i + 1] & lower[i] & lower[i + 1];
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
    MatchRow row{a, a, a, b, b, b, valid, 0, 0, 0, 0, 0, 0, 0};
    Lanes<6> all;
    forEachVector(row, count, [&](const MatchRow& at, std::size_t i, std::size_t) {
        const Floats counts = numbers(at.valid + i), ofA = counts * numbers(at.a + i), ofB = counts * numbers(at.b + i);
        all.parts[0] += counts;
        all.parts[1] += ofA;
        all.parts[2] += ofB;
        all.parts[3] += ofA * ofA;
        all.parts[4] += ofB * ofB;
        all.parts[5] += ofA * ofB;
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
    const std::size_t stride = columnStride(count);
    forEachVector(row, count, [&](const MatchRow& at, std::size_t i, std::size_t place) {
        const Floats rest = restAt(at, i), far = part(at, rest), open = 1 - far * far;
        const Floats counts = numbers(at.valid + i), weight = counts * open * open * rest;
        const Floats slope = counts * open * (1 - 5 * far * far) * at.gain;
        const Gradient g = gradient(at.aAbove, at.a, at.aBelow, i), h = gradient(at.bAbove, at.b, at.bBelow, i);
        const Floats of[columnSums] = {slope * g.x * h.x, slope * g.x * h.y, slope * g.y * h.x,
                                       slope * g.y * h.y, weight * g.x,      weight * g.y};
        for (std::size_t sum = 0; sum < columnSums; ++sum) {
            float* const to = columns + sum * stride + place;
            const Floats all = numbers(to) + of[sum];
            std::memcpy(to, &all, sizeof all);
        }
    });
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
    const auto wholeOf = [](float place, float far) {
        return static_cast<int>(std::floor(std::min(std::max(place, -far), far)));
    };
    std::fill_n(row.to, from.width, 0.0F);
    std::fill_n(row.known, from.width, std::uint8_t{0});
    for (int begin = 0, end = 0; begin < from.width; begin = end) {
        // A run of pixels that the flow brings from beside each other.
        const int right = wholeOf(dx[begin], farX), down = wholeOf(dy[begin], farY);
        end = begin + 1;
        while (end < from.width && wholeOf(dx[end], farX) == right && wholeOf(dy[end], farY) == down)
            ++end;
        const int top = y + down, first = std::max(begin, 1 - right), last = std::min(end, from.width - 2 - right);
        if (top < 1 || top + 2 >= from.height || first >= last) continue;
        drawRun(from, {first, last, right, down, y}, dx, dy, row);
    }
}

}  // namespace coarsen
