// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/map_peak.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace coarsen {
namespace {

/// A map of values f(X0, Y0) with n(X0, Y0) pairs behind each.
template <typename Value, typename Pairs>
CorrelationMap mapOf(int maxLag, Value value, Pairs pairs) {
    std::vector<double> values, counts;
    for (int Y0 = -maxLag; Y0 <= maxLag; ++Y0)
        for (int X0 = -maxLag; X0 <= maxLag; ++X0) {
            values.push_back(value(X0, Y0));
            counts.push_back(pairs(X0, Y0));
        }
    return {maxLag, false, std::move(values), std::move(counts)};
}

double hill(double x, double y, double width) {
    return std::exp(-(x * x + y * y) / (2 * width * width));
}

TEST(MapPeak, IsTheHighestThatEnoughPairsStandBehind) {
    const CorrelationMap map = mapOf(
        9, [](int x, int y) { return hill(x - 3, y + 2, 1.5) + 2 * hill(x + 8, y - 8, 0.5); },
        [](int x, int y) { return std::abs(x) + std::abs(y) > 12 ? 5.0 : 100.0; });
    EXPECT_EQ(highestOf(map).X0, -8);
    const MapPeak trusted = highestOf(map, 0.1);
    EXPECT_EQ(trusted.X0, 3);
    EXPECT_EQ(trusted.Y0, -2);
    EXPECT_NEAR(trusted.value, 1, 1e-9);
}

TEST(MapPeak, ParabolaFindsThePlaceBetweenLags) {
    const auto parabola = [](int x, int y) { return 5 - (x - 1.25) * (x - 1.25) - 2 * (y + 0.4) * (y + 0.4); };
    const CorrelationMap map = mapOf(4, parabola, [](int, int) { return 100.0; });
    const LagBetween between = parabolaAt(map, highestOf(map));
    EXPECT_NEAR(between.X0, 1.25, 1e-12);
    EXPECT_NEAR(between.Y0, -0.4, 1e-12);
}

TEST(MapPeak, AtTheEdgeOfTheMapThereIsNoParabola) {
    const CorrelationMap map = mapOf(
        4, [](int x, int) { return 1.0 * x; }, [](int, int) { return 100.0; });
    const MapPeak peak = highestOf(map);
    EXPECT_EQ(peak.X0, 4);
    EXPECT_EQ(parabolaAt(map, peak).X0, 4);
}

TEST(MapPeak, SecondStandsOutsideTheFirst) {
    const CorrelationMap map = mapOf(
        12, [](int x, int y) { return hill(x, y, 2) + 0.5 * hill(x - 9, y, 1); }, [](int, int) { return 100.0; });
    const MapPeak first = highestOf(map);
    const double radius = halfHeightRadius(map, first);
    EXPECT_EQ(radius, 3) << "2.35 px rounded up to a lag";
    const MapPeak second = secondOf(map, first, radius);
    EXPECT_EQ(second.X0, 9);
    EXPECT_NEAR(second.value, 0.5, 1e-3);
}

TEST(MapPeak, AnEmptyMapHasNone) {
    EXPECT_FALSE(highestOf(CorrelationMap()).isFound());
}

}  // namespace
}  // namespace coarsen
