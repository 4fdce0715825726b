// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/levelset/non_local_means.hpp"
#include "core/selftest/known_surfaces.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

namespace coarsen {
namespace {

struct Band {
    LevelSet distance;
    std::vector<std::size_t> elements;
    Patches patches;
};

Band bandOfNoisyBall(std::size_t elements, double placeFactor = 0) {
    Band band;
    band.distance = withNormalNoise(levelSetOf(ball(18, 18, 18, 11), {37, 37, 37}), 0.7, 0.8, 1);
    band.elements = bandOf(band.distance, 2);
    band.elements.resize(std::min(band.elements.size(), elements));
    band.patches = patchesAround(band.distance, band.elements, placeFactor, 2);
    return band;
}

/// All pairs by plain differences in double.
std::vector<std::pair<double, std::uint32_t>> bruteForce(const Patches& patches, std::size_t row) {
    std::vector<std::pair<double, std::uint32_t>> all;
    for (std::uint32_t other = 0; other < patches.count; ++other) {
        if (other == row) continue;
        double square = 0;
        for (std::size_t k = 0; k < Patches::length; ++k) {
            const double off = static_cast<double>(patches.row(row)[k]) - static_cast<double>(patches.row(other)[k]);
            square += off * off;
        }
        all.emplace_back(square, other);
    }
    return all;
}

void expectBest(const Band& band, const NeighbourLists& lists) {
    const auto m = static_cast<std::size_t>(lists.each);
    std::size_t equal = 0, rows = 0;
    for (std::size_t row = 0; row < band.patches.count; row += 7, ++rows) {
        auto all = bruteForce(band.patches, row);
        std::ranges::partial_sort(all, all.begin() + static_cast<std::ptrdiff_t>(m));
        std::set<std::uint32_t> truth;
        for (std::size_t k = 0; k < m; ++k) {
            truth.insert(all[k].second);
            const double c2 = all[m - 1].first / 2;
            EXPECT_NEAR(std::exp(-static_cast<double>(lists.squaresOf(row)[k]) / c2), std::exp(-all[k].first / c2), 1e-4);
        }
        for (const std::uint32_t number : lists.of(row))
            equal += truth.contains(number);
    }
    EXPECT_GE(static_cast<double>(equal), 0.999 * static_cast<double>(rows * m));
}

TEST(Neighbours, AreThoseOfAllPairs) {
    const Band band = bandOfNoisyBall(5000);
    ASSERT_EQ(band.patches.count, 5000u);

    expectBest(band, *nearestOfAll(band.patches, 96, 2));
}

TEST(Neighbours, TakeThePlaceIntoAccountWhereItHasAFactor) {
    const Band band = bandOfNoisyBall(1500, 0.3);

    expectBest(band, *nearestOfAll(band.patches, 48, 2));
}

TEST(Neighbours, AreTheSameForAnyNumberOfThreads) {
    const Band band = bandOfNoisyBall(1111);
    const NeighbourLists one = *nearestOfAll(band.patches, 96, 1), three = *nearestOfAll(band.patches, 96, 3);

    EXPECT_EQ(one.number, three.number);
    EXPECT_EQ(one.square, three.square);
}

TEST(Neighbours, WithinARadiusThatHoldsAllAreThoseOfAll) {
    const Band band = bandOfNoisyBall(900);
    const NeighbourLists all = *nearestOfAll(band.patches, 24, 2),
                         near = *nearestWithin(band.patches, band.distance, band.elements, 100, 24, 2);

    EXPECT_EQ(near.number, all.number);
}

TEST(Neighbours, WithinASmallRadiusAreNear) {
    const Band band = bandOfNoisyBall(900);
    const NeighbourLists near = *nearestWithin(band.patches, band.distance, band.elements, 4, 24, 2);
    const auto placeOf = [&](std::size_t row, std::size_t axis) {
        return static_cast<double>(
            std::array{band.elements[row] % 37, band.elements[row] / 37 % 37, band.elements[row] / 37 / 37}[axis]);
    };
    for (std::size_t row = 0; row < band.patches.count; ++row)
        for (const std::uint32_t other : near.of(row))
            EXPECT_LE(std::hypot(placeOf(row, 0) - placeOf(other, 0), placeOf(row, 1) - placeOf(other, 1),
                                 placeOf(row, 2) - placeOf(other, 2)),
                      4);
}

}  // namespace
}  // namespace coarsen
