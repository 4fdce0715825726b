// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/growth/misfit.hpp"

#include "core/growth/growth_fit.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace coarsen {
namespace {

/// R = 3 t^n at t = 10, 20, ... with Gaussian errors of two per cent; the quoted ones are known to 30 % only, as a jack-knife's.
GrowthSeries powerGrowth(double n, int frames, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> noise(0, 0.02), doubt(0, 0.3);
    GrowthSeries series;
    for (int frame = 0; frame < frames; ++frame) {
        GrowthPoint point;
        point.frame = frame;
        point.time = 10 * (frame + 1);
        const double length = 3 * std::pow(point.time, n);
        point.length = length * (1 + noise(random));
        point.error = 0.02 * length * std::exp(doubt(random));
        series.points.push_back(point);
    }
    return series;
}

GrowthFit fitted(const GrowthSeries& series, const std::string& model, bool robust = false,
                 FitWeights weights = FitWeights::error) {
    FitSettings settings;
    settings.model = model;
    settings.robust = robust;
    settings.weights = weights;
    for (GrowthFit& fit : fitGrowth(series, settings))
        if (fit.model == model) return fit;
    return {};
}

TEST(Misfit, CountsResidualsInErrorsOfTheirPoints) {  // by hand
    GrowthSeries series;
    for (int frame = 0; frame < 4; ++frame)
        series.points.push_back({.frame = frame, .time = 0, .length = 10 + 2.0 * (frame % 2), .error = 0.5});
    series.points[3].length = 13;

    const Misfit misfit = misfitOf(series.points, {10, 11, 10, 10}, 2, 20, 1, false);

    EXPECT_NEAR(misfit.inErrors, std::sqrt((0 + 4 + 0 + 36) / 4.0), 1e-12);
    EXPECT_NEAR(misfit.largest, 0.3, 1e-12);
    EXPECT_EQ(misfit.frame, 3);
    EXPECT_TRUE(misfit.isSure);
    EXPECT_EQ(misfitWords(misfit), "misses its points by up to 30 %");
}

TEST(Misfit, LeavesOutPointsWhereTheLawHasNoLength) {  // a line through the origin at the time of the quench
    GrowthSeries series;
    for (int frame = 0; frame < 4; ++frame)
        series.points.push_back({.frame = frame, .time = 1.0 * frame, .length = 10, .error = 0.5});

    EXPECT_EQ(misfitOf(series.points, {0, 8, 10, 10}, 1, 1, 1, false).frame, 1);
    EXPECT_NEAR(misfitOf(series.points, {0, 8, 10, 10}, 1, 1, 1, false).largest, 0.25, 1e-12);
    EXPECT_EQ(misfitOf(series.points, {-1, 0, -1, 0}, 1, 1, 1, false).frame, -1);
}

TEST(Misfit, IsSureWhereTheLawIsAnotherWhateverTheWeights) {
    const GrowthSeries cubeRoot = powerGrowth(1.0 / 3, 20, 1);
    for (const FitWeights weights : {FitWeights::error, FitWeights::r4, FitWeights::none}) {
        const GrowthFit line = fitted(cubeRoot, "origin-line", false, weights);
        EXPECT_TRUE(line.misfit.isSure);
        EXPECT_GT(line.misfit.largest, 0.3);
        EXPECT_FALSE(fitted(cubeRoot, "power", false, weights).misfit.isSure);
    }
}

TEST(Misfit, IsSureByChanceLessThanOnceInAThousandSeries) {
    int sure = 0;
    for (const int frames : {4, 6, 15, 60})
        for (unsigned seed = 1; seed <= 500; ++seed)
            sure += fitted(powerGrowth(1, frames, seed), "power").misfit.isSure;
    EXPECT_LE(sure, 2);
}

TEST(Misfit, OfARobustFitLeavesItsOutliersOut) {
    GrowthSeries series = powerGrowth(1, 20, 3);
    series.points[9].length *= 1.5;

    EXPECT_TRUE(fitted(series, "power").misfit.isSure);
    EXPECT_FALSE(fitted(series, "power", true).misfit.isSure);
    EXPECT_TRUE(fitted(powerGrowth(1.0 / 3, 20, 3), "origin-line", true).misfit.isSure);
}

TEST(Misfit, SaysNothingWhereErrorsAreUnknownOrNothingIsLeftOver) {
    GrowthSeries series = powerGrowth(1.0 / 3, 20, 1);
    series.points[4].error = 0;
    EXPECT_TRUE(std::isnan(fitted(series, "origin-line").misfit.inErrors));
    EXPECT_FALSE(fitted(series, "origin-line").misfit.isSure);

    series.points.resize(2);
    EXPECT_FALSE(fitted(series, "line").misfit.isSure);
}

}  // namespace
}  // namespace coarsen
