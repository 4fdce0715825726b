// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/measure/folded_circles.hpp"

#include "core/measure/small_radii.hpp"
#include "tests/support/closed_forms.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>

namespace coarsen::gpu {
namespace {

/// A map that is alike in no two directions but opposite ones.
CorrelationMap slantedMap(int maxLag) {
    return mapOf(maxLag, [](double X0, double Y0) {
        return std::cos(0.31 * X0 + 0.17 * Y0) * std::exp(-0.002 * (2 * X0 * X0 + X0 * Y0 + Y0 * Y0));
    });
}

double averageOf(const CorrelationMap& map, const FoldedCircles& circles, int circle) {
    double sum = 0;
    for (int i = circles.first[static_cast<std::size_t>(circle)]; i < circles.first[static_cast<std::size_t>(circle) + 1]; ++i) {
        const auto [X0, Y0] = circles.cells[static_cast<std::size_t>(i)];
        sum += circles.weights[static_cast<std::size_t>(i)] * (map.at(X0, Y0) + map.at(-X0, Y0)) / 2;
    }
    return sum;
}

TEST(FoldedCircles, GiveWhatCoreReadsOffTheWholeMap) {
    for (const double aspect : {1.0, 1.3, 0.6})
        for (const int maxLag : {3, 17, 45}) {
            const FoldedCircles circles = foldedCircles(maxLag, aspect, true);
            const CorrelationMap map = slantedMap(maxLag);
            const RadialProfile profile = AzimuthalAverager(maxLag, AzimuthRule::bilinear, aspect)(map);
            const FineCurve fine = fineCurve(map, aspect);

            ASSERT_EQ(circles.first.size(), static_cast<std::size_t>(maxLag) + 2 + fine.r.size());
            for (int r = 0; r <= maxLag; ++r) {
                const double expected = profile.value[static_cast<std::size_t>(r)];
                EXPECT_NEAR(averageOf(map, circles, r), std::isnan(expected) ? 0 : expected, 1e-14) << r;  // 0: without weights
            }
            EXPECT_EQ(circles.fineRadii, fine.r);
            for (std::size_t i = 0; i < fine.r.size(); ++i)
                EXPECT_NEAR(averageOf(map, circles, maxLag + 1 + static_cast<int>(i)), fine.value[i], 1e-14) << fine.r[i];
        }
}

TEST(FoldedCircles, HaveNoWeightsWhereACircleLeavesTheMap) {
    const FoldedCircles circles = foldedCircles(20, 1.44, false);  // 20 px are 24 along X0

    EXPECT_GT(circles.first[17], circles.first[16]);  // r = 16: 19.2 px
    EXPECT_EQ(circles.first[18], circles.first[17]);  // r = 17: 20.4 px
    EXPECT_EQ(circles.first.back(), circles.first[17]);
}

TEST(FoldedCircles, AtQuarterPixelsEndWhereASmallerMapDoes) {
    const FoldedCircles circles = foldedCircles(40, 1, true);

    for (const int lag : {0, 6, 11, 29, 30, 40})
        EXPECT_EQ(static_cast<std::size_t>(circles.fineCirclesWithin(lag)), fineCurve(slantedMap(lag), 1).r.size()) << lag;
}

}  // namespace
}  // namespace coarsen::gpu
