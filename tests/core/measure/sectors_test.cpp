// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/sectors.hpp"

#include "tests/support/closed_forms.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <numbers>
#include <random>

namespace coarsen {
namespace {

constexpr double degree = std::numbers::pi / 180;

/// f averaged over the angles within `half` of `middle`, radians.
double meanOverArc(double middle, double half, const std::function<double(double)>& f) {
    constexpr int parts = 2000;
    double sum = 0;
    for (int i = 0; i < parts; ++i)
        sum += f(middle + half * (2 * (i + 0.5) / parts - 1));
    return sum / parts;
}

/// C2D = J0(q r), r measured in a frame that is stretched by `ratio` along `degrees`.
CorrelationMap stretchedRings(double ratio, double degrees) {
    const double c = std::cos(degrees * degree), s = std::sin(degrees * degree);
    return mapOf(80, [=](double x, double y) {
        return j0(7.01559 / 30 * std::hypot((x * c + y * s) / std::sqrt(ratio), (-x * s + y * c) * std::sqrt(ratio)));
    });
}

TEST(SectorProfiles, AcrossStripesHaveTheirPeriodAndAlongThemStayFlat) {
    constexpr double period = 20, q = 2 * std::numbers::pi / period;
    const CorrelationMap map = mapOf(70, [&](double x, double) { return std::cos(q * x); });

    const std::vector<Sector> sectors = sectorProfiles(map, {.azimuth = AzimuthRule::cubic}, 18);

    ASSERT_EQ(sectors.size(), 18u);
    const Sector &across = sectors[0], &along = sectors[9];
    EXPECT_EQ(across.angleDeg, 0);
    EXPECT_EQ(along.angleDeg, 90);
    EXPECT_NEAR(across.rMax.px / period, 1, 0.005);  // 1.0013 from the arc's mean cosine
    EXPECT_FALSE(along.rMax.isFound());
    for (std::size_t r = 0; r <= 40; ++r)
        EXPECT_GT(along.profile.value[r], 0.8) << r;
}

TEST(SectorProfiles, OfAWaveEqualTheIntegralOverTheArc) {
    constexpr double q = 2 * std::numbers::pi / 20, turn = 25 * degree;
    const CorrelationMap map =
        mapOf(60, [&](double x, double y) { return std::cos(q * (x * std::cos(turn) + y * std::sin(turn))); });

    const std::vector<Sector> sectors = sectorProfiles(map, {.azimuth = AzimuthRule::cubic}, 8);

    for (const Sector& sector : sectors)
        for (const double r : {10.0, 25.0, 60.0}) {
            const double expected = meanOverArc(sector.angleDeg * degree, 11.25 * degree,
                                                [&](double angle) { return std::cos(q * r * std::cos(angle - turn)); });
            // A border sample more or less is 1 of 15 at 10 px.
            EXPECT_NEAR(sector.profile.value[std::size_t(r)], expected, 0.3 / r) << sector.angleDeg << " at " << r;
        }
}

TEST(SectorProfiles, OfARoundPatternAreAlike) {
    const CorrelationMap map = stretchedRings(1, 0);

    const std::vector<Sector> sectors = sectorProfiles(map, {}, 6);

    for (const Sector& sector : sectors) {
        EXPECT_NEAR(sector.rMax.px, sectors.front().rMax.px, 0.02);
        for (std::size_t r = 10; r <= 80; ++r)
            EXPECT_NEAR(sector.profile.value[r], j0(7.01559 / 30 * double(r)), 1e-2) << r;
    }
}

TEST(SectorProfiles, OfStretchedRingsAreLongestAlongTheStretch) {
    const std::vector<Sector> sectors = sectorProfiles(stretchedRings(1.5, 30), {}, 6);

    const auto longer = [](const Sector& a, const Sector& b) { return a.rMax.px < b.rMax.px; };
    EXPECT_EQ(std::ranges::max_element(sectors, longer)->angleDeg, 30);
    EXPECT_EQ(std::ranges::min_element(sectors, longer)->angleDeg, 120);
    EXPECT_NEAR(sectors[1].rMax.px / sectors[4].rMax.px, 1.5, 0.06);
}

TEST(SectorProfiles, AreRoundOnTheSampleWherePixelsAreOblong) {
    const CorrelationMap map =
        mapOf(90, [](double x, double y) { return j0(7.01559 / 30 * std::hypot(x / std::sqrt(2.0), y * std::sqrt(2.0))); });

    const std::vector<Sector> sectors = sectorProfiles(map, {.azimuth = AzimuthRule::cubic}, 4, 2.0);

    for (const Sector& sector : sectors)
        EXPECT_NEAR(sector.rMax.px, 30, 0.1) << sector.angleDeg;
}

class EverySectorCount : public testing::TestWithParam<int> {};

TEST_P(EverySectorCount, HasC1DForItsMean) {
    constexpr int R = 24;
    for (const bool hasHoles : {false, true}) {
        std::mt19937 random(7);
        std::normal_distribution<double> noise;
        std::vector<double> values, pairs;
        for (int i = 0; i < (R + 1) * (2 * R + 1); ++i) {
            values.push_back(hasHoles && i % 50 == 3 ? std::numeric_limits<double>::quiet_NaN() : noise(random));
            pairs.push_back(1000 + i);
        }
        for (std::size_t i = 0; i < R; ++i) {  // the row Y0 = 0 is even in itself
            values[i] = values[2 * R - i];
            pairs[i] = pairs[2 * R - i];
        }
        const CorrelationMap map(R, true, values, pairs);
        const RadialProfile whole = AzimuthalAverager(R)(map);

        const std::vector<Sector> sectors = sectorProfiles(map, {}, GetParam());

        for (std::size_t r = 0; r <= R; ++r) {
            double sum = 0, counts = 0, samples = 0;
            for (const Sector& sector : sectors) {
                if (hasHoles && sector.samples[r] == 0) continue;  // nothing of this arc is defined
                EXPECT_GT(sector.samples[r], 0) << r;
                sum += sector.samples[r] * sector.profile.value[r];
                counts += sector.samples[r] * sector.profile.pairs[r];
                samples += sector.samples[r];
            }
            EXPECT_NEAR(sum / samples, whole.value[r], 1e-9) << r;
            EXPECT_NEAR(counts / samples, whole.pairs[r], 1e-6) << r;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, EverySectorCount, testing::Values(1, 2, 4, 7, 18));

TEST(SectorProfiles, OfNoMapOrNoSectorsAreNone) {
    EXPECT_TRUE(sectorProfiles({}, {}, 4).empty());
    EXPECT_TRUE(sectorProfiles(stretchedRings(1, 0), {}, 0).empty());
}

}  // namespace
}  // namespace coarsen
