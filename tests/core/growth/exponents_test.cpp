// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/growth/exponents.hpp"

#include "core/growth/growth_fit.hpp"
#include "core/growth/quench_shift.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

namespace coarsen {
namespace {

/// Frames at 100, 200, ... whose errors are 1 % of the length.
GrowthSeries seriesOf(int count, const std::function<double(double)>& law, double scatter = 0) {
    std::mt19937 random(5);
    std::normal_distribution<double> normal(0, 1);
    GrowthSeries series;
    for (int i = 0; i < count; ++i) {
        GrowthPoint point;
        point.frame = i;
        point.time = 100.0 * (i + 1);
        point.length = law(point.time) * (1 + scatter * normal(random));
        point.error = 0.01 * law(point.time);
        point.cMax = 0.18;
        point.domains = 200;
        series.points.push_back(point);
    }
    return series;
}

TEST(ExponentsByStart, AreThoseOfAPowerLawWhereverTheFitBegins) {
    const auto exponents = exponentsByStart(seriesOf(30, [](double t) { return 2 * std::pow(t, 0.4); }), {});

    ASSERT_GE(exponents.size(), 15u);
    EXPECT_EQ(exponents.front().frame, 0);
    for (const ExponentAt& one : exponents) {
        EXPECT_NEAR(one.n, 0.4, 1e-6) << one.frame;
        EXPECT_LE(one.error, 0.25) << one.frame;
    }
    for (std::size_t i = 1; i < exponents.size(); ++i) {
        EXPECT_GT(exponents[i].frame, exponents[i - 1].frame);
        EXPECT_GT(exponents[i].error, exponents[i - 1].error) << "fewer frames over less of log t tell less";
    }
}

TEST(ExponentsByStart, AreTheFitsThatTheRangeGives) {
    const GrowthSeries series = seriesOf(
        30, [](double t) { return 5 + 0.02 * t; }, 0.01);
    FitSettings settings;
    settings.t0S = 50, settings.toS = 2500, settings.fromS = 900;  // where the range begins plays no part

    const auto exponents = exponentsByStart(series, settings);

    for (const int frame : {0, 4, 9}) {
        settings.fromS = series.points[static_cast<std::size_t>(frame)].time;
        const GrowthFit fit = fitGrowth(series, settings, growthModelNamed("power"));
        const auto at = std::ranges::find(exponents, frame, &ExponentAt::frame);
        ASSERT_NE(at, exponents.end());
        EXPECT_EQ(at->n, fit.parameters[1].value);
        EXPECT_EQ(at->error, fit.parameters[1].error);
    }
    EXPECT_LT(exponents.front().n, exponents[9].n - 0.1);  // an offset hides in n, the more the earlier the fit begins
}

TEST(ExponentsByStart, LeaveOutStartsThatTellLittle) {
    EXPECT_TRUE(exponentsByStart(seriesOf(5, [](double t) { return t; }), {}).empty());
    GrowthSeries series = seriesOf(12, [](double t) { return t; });
    series.points[1].excluded = true;
    FitSettings settings;
    settings.t0S = 150;  // frame 0 is before it

    const auto exponents = exponentsByStart(series, settings);

    ASSERT_FALSE(exponents.empty());
    EXPECT_EQ(exponents.front().frame, 2);
    EXPECT_LE(exponents.back().frame, 6);  // six frames are left

    for (GrowthPoint& point : series.points)
        point.error = 0.5 * point.length;
    settings.weights = FitWeights::error;
    EXPECT_TRUE(exponentsByStart(series, settings).empty());
}

TEST(ExponentsByStart, ComeFromEveryNthFrameOfALongSeries) {
    const auto exponents = exponentsByStart(seriesOf(600, [](double t) { return std::sqrt(t); }), {});

    EXPECT_LE(exponents.size(), 60u);
    EXPECT_GE(exponents.size(), 40u);
    EXPECT_EQ(exponents[1].frame, 10);
}

TEST(QuenchShift, TellsHowMuchOfTheExponentHangsOnTheQuench) {
    GrowthSeries series;
    for (int i = 0; i < 20; ++i) {
        const double time = 100.0 + 20 * i;
        series.points.push_back({.frame = i, .time = time, .length = 0.5 * time, .error = 1});
    }
    FitSettings settings;
    const auto shift = quenchShift(series, settings);

    ASSERT_TRUE(shift);
    EXPECT_EQ(shift->interval, 20);
    for (const auto& [t0, n] : {std::pair{-20.0, shift->nEarlier}, {20.0, shift->nLater}}) {
        settings.t0S = t0;
        EXPECT_DOUBLE_EQ(fitGrowth(series, settings, growthModelNamed("power")).parameters[1].value, n);
    }
    EXPECT_GT(shift->nEarlier, 1.05);
    EXPECT_LT(shift->nLater, 0.95);
    settings.t0S.reset();
    EXPECT_FALSE(quenchShift(series, settings));
}

TEST(LocalExponents, AreThoseOfEachPartOfACrossover) {
    const GrowthSeries series = seriesOf(60, [](double t) { return 30 * std::pow(t / 4000, t < 4000 ? 1.0 / 3 : 1.0); });
    FitSettings settings;
    settings.t0S = 0;
    const auto exponents = localExponents(series, settings);
    ASSERT_FALSE(exponents.empty());
    for (const ExponentAt& one : exponents) {
        const double t = series.points[static_cast<std::size_t>(one.frame)].time;
        const double expected = t * 1.42 < 4000 ? 1.0 / 3 : t / 1.42 > 4000 ? 1 : one.n;  // beside the kink: between them
        EXPECT_NEAR(one.n, expected, 1e-6);
        EXPECT_GE(one.n, 1.0 / 3 - 1e-6);
        EXPECT_LE(one.n, 1 + 1e-6);
    }
    settings.t0S.reset();
    EXPECT_TRUE(localExponents(series, settings).empty());
}

TEST(LocalExponents, NeedFiveFramesAbout) {
    FitSettings settings;
    settings.t0S = 0;
    EXPECT_TRUE(localExponents(seriesOf(4, [](double t) { return t; }), settings).empty());
}

}  // namespace
}  // namespace coarsen
