// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/growth/expected_frames.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace coarsen {
namespace {

/// R = 0.5 (t - 10) with an error of v of 0.03.
GrowthFit straightLine() {
    GrowthFit fit;
    fit.model = "origin-line";
    fit.parameters = {{"v", 0.5}};
    fit.covariance = {0.03 * 0.03};
    fit.t0 = 10;
    return fit;
}

TEST(ExpectedFrames, GoOnAtTheUsualSpacingWithTheErrorOfTheCurveAndOfAFrame) {
    const std::vector<double> times{10, 20, 30, std::numeric_limits<double>::quiet_NaN(), 55, 65, 75};

    const auto expected = expectedFrames(straightLine(), times, 4, 2);

    ASSERT_EQ(expected.size(), 2);
    EXPECT_DOUBLE_EQ(expected[0].time, 85);
    EXPECT_DOUBLE_EQ(expected[0].length, 37.5);
    EXPECT_NEAR(expected[0].error, std::hypot(0.03 * 75, 4.0), 1e-12);
    EXPECT_DOUBLE_EQ(expected[1].time, 95);
    EXPECT_DOUBLE_EQ(expected[1].length, 42.5);
}

TEST(ExpectedFrames, FollowTheLatestSpacingWhenItHasChanged) {
    std::vector<double> times{0};
    for (const double step : {60.0, 5.0})
        for (int i = 0; i < 20; ++i)
            times.push_back(times.back() + step);

    const auto expected = expectedFrames(straightLine(), times, 0, 1);

    ASSERT_EQ(expected.size(), 1);
    EXPECT_DOUBLE_EQ(expected[0].time, times.back() + 5);
}

TEST(ExpectedFrames, AreNoneWithoutAFitOrTimesThatAdvance) {
    GrowthFit none = straightLine();
    none.reason = "too few points";

    EXPECT_TRUE(expectedFrames(none, std::vector<double>{0, 1, 2}, 0, 3).empty());
    EXPECT_TRUE(expectedFrames(straightLine(), std::vector<double>{5}, 0, 3).empty());
    EXPECT_TRUE(expectedFrames(straightLine(), std::vector<double>{5, 5, 5}, 0, 3).empty());
}

/// Frames 10 apart, each with an error of 1.
GrowthSeries seriesOf(const std::vector<double>& lengths) {
    GrowthSeries series;
    for (const double length : lengths)
        series.points.push_back({.frame = static_cast<int>(series.points.size()),
                                 .time = 10.0 * static_cast<double>(series.points.size()),
                                 .length = length,
                                 .error = 1});
    return series;
}

TEST(RecentGrowth, GoesOnAsTheLastFramesDidWhateverLawTheSeriesFollows) {
    std::vector<double> lengths;
    for (int i = 0; i < 40; ++i)
        lengths.push_back(i < 20 ? 50 + 8 * i : 210 + 0.5 * (i - 20));  // it slows down
    const auto recent = recentGrowth(seriesOf(lengths));

    ASSERT_TRUE(recent);
    EXPECT_NEAR(recent->line.valueAt(400), 220, 1e-6);
    EXPECT_EQ(recent->frameError, 1);
    EXPECT_EQ(recent->line.frames.size(), 10u);
}

TEST(RecentGrowth, TakesFiveFramesWhereTenAreNoLineAndNothingWhereFiveAreNone) {
    std::vector<double> bent;
    for (int i = 0; i < 30; ++i)
        bent.push_back(i < 25 ? 100 + 40 * i : 1100 + 2 * (i - 25));
    const auto recent = recentGrowth(seriesOf(bent));
    ASSERT_TRUE(recent);
    EXPECT_EQ(recent->line.frames.size(), 5u);
    EXPECT_NEAR(recent->line.valueAt(300), 1110, 1e-6);

    EXPECT_FALSE(recentGrowth(seriesOf({266, 279})));
    EXPECT_FALSE(recentGrowth(seriesOf({100, 300, 90, 500, 80, 700})));
}

TEST(RecentGrowth, KnowsScatterThatTheFramesErrorsDoNot) {
    const auto recent = recentGrowth(seriesOf({100, 102, 100, 102, 100, 102, 100, 102, 100, 102}));
    ASSERT_TRUE(recent);
    EXPECT_GT(recent->frameError, 1.05);
    EXPECT_LT(recent->frameError, 1.2);
}

}  // namespace
}  // namespace coarsen
