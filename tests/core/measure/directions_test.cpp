// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/directions.hpp"

#include "tests/support/closed_forms.hpp"

#include <gtest/gtest.h>

#include <numbers>
#include <random>

namespace coarsen {
namespace {

constexpr double period = 20, q = 2 * std::numbers::pi / period;

CorrelationMap stripes() {
    return mapOf(70, [](double x, double) { return std::cos(q * x); });
}

CorrelationMap noise(int maxLag) {
    std::mt19937 random(7);
    std::normal_distribution<double> normal;
    return mapOf(maxLag, [&](double, double) { return normal(random); });
}

TEST(DirectionProfile, AlongALineIsTheMapItselfThere) {
    const CorrelationMap map = stripes();

    const Sector across = directionProfile(map, {}, {.angleDeg = 0}), along = directionProfile(map, {}, {.angleDeg = 90});

    ASSERT_EQ(across.profile.size(), 71u);
    for (int r = 0; r <= 70; ++r) {
        EXPECT_NEAR(across.profile.value[static_cast<std::size_t>(r)], std::cos(q * r), 1e-12) << r;
        EXPECT_NEAR(along.profile.value[static_cast<std::size_t>(r)], 1, 1e-12) << r;
    }
    EXPECT_NEAR(across.rMax.px, period, 0.02);
    EXPECT_FALSE(along.rMax.isFound());
}

TEST(DirectionProfile, AtAnAngleToStripesHasTheirPeriodOverTheCosine) {
    const CorrelationMap map = stripes();

    for (const double angle : {-35.0, 35.0, 145.0, 215.0}) {
        const Sector line = directionProfile(map, {.azimuth = AzimuthRule::cubic}, {.angleDeg = angle});

        const double cosine = std::abs(std::cos(angle * std::numbers::pi / 180));
        EXPECT_NEAR(line.rMax.px, period / cosine, 0.1) << angle;
        for (std::size_t r = 0; r <= 70; ++r)
            EXPECT_NEAR(line.profile.value[r], std::cos(q * cosine * static_cast<double>(r)), 2e-3) << angle << ", " << r;
    }
}

TEST(DirectionProfile, OfALineEndsWhereItLeavesTheMap) {
    const Sector along = directionProfile(stripes(), {}, {.angleDeg = 0}, 1.44);

    // 1 px of length is 1.2 px across.
    EXPECT_NEAR(along.profile.value[58], std::cos(q * 58 * 1.2), 0.02);
    EXPECT_TRUE(std::isnan(along.profile.value[59]));
}

TEST(DirectionProfile, OverASectorIsThatOfTheEqualSectors) {
    const CorrelationMap map = noise(23);

    for (const double aspect : {1.0, 1.3})
        for (const int count : {1, 2, 3, 4, 18}) {
            const std::vector<Sector> all = sectorProfiles(map, {}, count, aspect);
            for (const Sector& one : all) {
                const Sector same = directionProfile(map, {}, {one.angleDeg, 180.0 / count}, aspect);

                EXPECT_EQ(same.samples, one.samples) << count << " sectors, " << one.angleDeg;
                for (std::size_t r = 0; r < one.profile.size(); ++r) {
                    if (one.samples[r] > 0) {
                        EXPECT_DOUBLE_EQ(same.profile.value[r], one.profile.value[r]);
                    }
                }
            }
        }
}

TEST(DirectionProfile, TurnedByHalfATurnIsTheSame) {
    const CorrelationMap map = noise(15);

    const Sector one = directionProfile(map, {}, {20, 30}), other = directionProfile(map, {}, {200, 30});

    EXPECT_EQ(one.samples, other.samples);
}

TEST(DirectionProfile, OfAnEmptyMapHoldsNothing) {
    EXPECT_EQ(directionProfile({}, {}, {30, 20}).profile.size(), 0u);
}

}  // namespace
}  // namespace coarsen
