// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/growth/growth_fit.hpp"

#include "core/base/error.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace coarsen {
namespace {

GrowthSeries scattered() {
    GrowthSeries series;
    const double wobble[] = {0.3, -0.8, 0.5, 1.1, -0.6, -0.2, 0.9, -1.2, 0.4, 0.1};
    for (int i = 0; i < 10; ++i) {
        GrowthPoint point;
        point.frame = i;
        point.time = 1000 + 300.0 * i;
        point.length = 5 + 0.02 * point.time + wobble[i];
        point.error = 0.4 + 0.1 * i;
        series.points.push_back(point);
    }
    return series;
}

FitSettings byErrors() {
    FitSettings settings;
    settings.weights = FitWeights::error;
    return settings;
}

const GrowthFit& fitOf(const std::vector<GrowthFit>& fits, const char* model) {
    for (const GrowthFit& fit : fits)
        if (fit.model == model) return fit;
    throw std::logic_error("no such model");
}

/// Weighted straight line by the textbook's sums in long double, independent of the library.
struct Line {
    long double v, R0, varianceV, varianceR0, covariance, chi2;
};
Line textbook(const GrowthSeries& series, double t0, bool weighted) {
    long double S = 0, Sx = 0, Sy = 0, Sxx = 0, Sxy = 0;
    for (const auto& point : series.points) {
        const long double w = weighted ? 1.0L / (point.error * point.error) : 1.0L, x = point.time - t0;
        S += w, Sx += w * x, Sy += w * point.length, Sxx += w * x * x, Sxy += w * x * point.length;
    }
    const long double d = S * Sxx - Sx * Sx;
    Line line{(S * Sxy - Sx * Sy) / d, (Sxx * Sy - Sx * Sxy) / d, S / d, Sxx / d, -Sx / d, 0};
    for (const auto& point : series.points) {
        const long double w = weighted ? 1.0L / (point.error * point.error) : 1.0L;
        const long double rest = point.length - line.R0 - line.v * (point.time - t0);
        line.chi2 += w * rest * rest;
    }
    return line;
}

TEST(Line, EqualsTheTextbooksSums) {  // science/limits.md: fit arithmetic 1e-6
    FitSettings settings = byErrors();
    settings.t0S = 400;
    const GrowthFit fit = fitOf(fitGrowth(scattered(), settings), "line");
    const Line truth = textbook(scattered(), 400, true);

    EXPECT_NEAR(fit.parameters[0].value / double(truth.v), 1, 1e-6);
    EXPECT_NEAR(fit.parameters[1].value / double(truth.R0), 1, 1e-6);
    EXPECT_NEAR(fit.parameters[0].errorPoints / double(std::sqrt(truth.varianceV)), 1, 1e-6);
    EXPECT_NEAR(fit.parameters[1].errorPoints / double(std::sqrt(truth.varianceR0)), 1, 1e-6);
    EXPECT_NEAR(fit.covariance[1] / double(truth.covariance), 1, 1e-6);
    EXPECT_NEAR(fit.chi2Reduced, double(truth.chi2) / 8, 1e-9);
    EXPECT_NEAR(fit.aic, double(truth.chi2) + 4, 1e-9);
}

TEST(Line, WithoutErrorsScalesItsCovarianceByTheResiduals) {
    FitSettings settings;
    settings.weights = FitWeights::none;
    GrowthSeries series = scattered();
    for (auto& point : series.points)
        point.error = std::nan("");
    const GrowthFit fit = fitOf(fitGrowth(series, settings), "line");
    const Line truth = textbook(scattered(), 0, false);

    EXPECT_NEAR(fit.parameters[0].errorPoints / double(std::sqrt(truth.varianceV * truth.chi2 / 8)), 1, 1e-6);
    EXPECT_NEAR(fit.aic, 10 * std::log(double(truth.chi2) / 10) + 4, 1e-9);
}

TEST(OriginLine, EqualsTheTextbooksSums) {
    const GrowthSeries series = scattered();
    const GrowthFit fit = fitOf(fitGrowth(series, byErrors()), "origin-line");
    long double Sxx = 0, Sxy = 0, Syy = 0, chi2 = 0;
    for (const auto& point : series.points) {
        const long double w = 1.0L / (point.error * point.error);
        Sxx += w * point.time * point.time, Sxy += w * point.time * point.length, Syy += w * point.length * point.length;
    }
    chi2 = Syy - Sxy * Sxy / Sxx;

    EXPECT_NEAR(fit.parameters[0].value / double(Sxy / Sxx), 1, 1e-6);
    EXPECT_NEAR(fit.parameters[0].errorPoints / double(1 / std::sqrt(Sxx)), 1, 1e-6);
    EXPECT_NEAR(fit.r2, double(1 - chi2 / Syy), 1e-9);  // uncentred
}

TEST(PowerLaw, RecoversExactData) {
    GrowthSeries series = scattered();
    for (auto& point : series.points)
        point.length = 3.5 * std::pow(point.time - 200, 0.37);
    FitSettings settings;
    settings.t0S = 200;

    const GrowthFit fit = fitOf(fitGrowth(series, settings), "power");

    EXPECT_NEAR(fit.parameters[0].value, 3.5, 3.5e-6);
    EXPECT_NEAR(fit.parameters[1].value, 0.37, 1e-7);
    EXPECT_NEAR(fit.valueAt(1200), 3.5 * std::pow(1000, 0.37), 1e-4);
}

TEST(PowerLaw, MinimisesTheWeightedSumOfSquares) {
    const GrowthSeries series = scattered();
    const GrowthFit fit = fitOf(fitGrowth(series, byErrors()), "power");
    const auto chi2 = [&](double A, double n) {
        double sum = 0;
        for (const auto& point : series.points)
            sum += std::pow((point.length - A * std::pow(point.time, n)) / point.error, 2);
        return sum;
    };
    const double A = fit.parameters[0].value, n = fit.parameters[1].value, best = chi2(A, n);

    for (const double step : {-1e-4, 1e-4}) {
        EXPECT_GT(chi2(A * (1 + step), n), best);
        EXPECT_GT(chi2(A, n * (1 + step)), best);
    }
    EXPECT_NEAR(best / 8, fit.chi2Reduced, 1e-9);
}

TEST(PowerLaw, LeavesOutWhatIsNotAfterTheQuench) {
    FitSettings settings;
    settings.t0S = 1300;
    const auto fits = fitGrowth(scattered(), settings);

    EXPECT_EQ(fitOf(fits, "power").frames.size(), 8u);
    EXPECT_EQ(fitOf(fits, "line").frames.size(), 10u);
}

TEST(Fits, UseTheRangeAndSkipExcludedFrames) {
    GrowthSeries series = scattered();
    series.points[5].excluded = true;
    FitSettings settings;
    settings.fromS = 1600;
    settings.toS = 3100;

    EXPECT_EQ(fitOf(fitGrowth(series, settings), "line").frames, (std::vector<int>{2, 3, 4, 6, 7}));
}

TEST(Fits, SayWhyThereAreNone) {
    GrowthSeries series = scattered();
    series.points.resize(1);
    const auto fits = fitGrowth(series, {});

    for (const GrowthFit& fit : fits) {
        EXPECT_FALSE(fit.isFitted());
        EXPECT_TRUE(std::isnan(fit.valueAt(1000)));
    }
    EXPECT_EQ(fitOf(fits, "line").reason, "needs at least 3 frames with a length, 1 is there");
}

TEST(Fits, NeedFramesOfDifferentTimes) {
    GrowthSeries series = scattered();
    for (auto& point : series.points)
        point.time = 1000;
    FitSettings settings;
    settings.t0S = 1000;
    const auto fits = fitGrowth(series, settings);

    EXPECT_EQ(fitOf(fits, "origin-line").reason, "all frames are at the time of the quench");
    EXPECT_EQ(fitOf(fits, "line").reason, "all frames have the same time");
    EXPECT_EQ(fitOf(fitGrowth(series, {}), "power").reason, "all frames have the same time");
    EXPECT_TRUE(fitOf(fits, "line").parameters.empty());
}

TEST(Fits, NameWhatSharedDomainsAddApart) {
    GrowthSeries series = scattered();
    const GrowthFit alone = fitOf(fitGrowth(series, byErrors()), "line");
    for (const FitParameter& parameter : alone.parameters) {
        EXPECT_NEAR(parameter.errorShared, 0, 1e-3 * parameter.error);
        EXPECT_NEAR(parameter.error, parameter.errorPoints, 1e-9 * parameter.error);
    }
    series.neighbourCorrelation = 0.95;
    for (auto& point : series.points)
        point.length = 5 + 0.02 * point.time;
    const GrowthFit fit = fitOf(fitGrowth(series, byErrors()), "origin-line");
    const FitParameter& v = fit.parameters[0];
    EXPECT_GT(v.error, 1.5 * v.errorPoints);
    EXPECT_NEAR(v.error, std::hypot(v.errorPoints, v.errorShared), 1e-9 * v.error);
    EXPECT_NEAR(fit.sharedScaleError, v.errorShared / v.value, 0.05 * fit.sharedScaleError);
    EXPECT_NEAR(fit.standardErrorAt(2000), v.error * 2000, 1e-9 * v.error * 2000);
}

TEST(Fits, QuoteWhatTheirErrorWouldBeIfTheMisfitWereScatter) {
    GrowthSeries series = scattered();
    const GrowthFit holds = fitOf(fitGrowth(series, byErrors()), "line");
    EXPECT_NEAR(holds.parameters[0].errorScaled / holds.parameters[0].error, std::sqrt(std::max(1.0, holds.chi2Reduced)), 1e-9);
    for (auto& point : series.points)
        point.error /= 10;
    const GrowthFit misses = fitOf(fitGrowth(series, byErrors()), "line");
    EXPECT_NEAR(misses.parameters[0].errorScaled, std::sqrt(holds.chi2Reduced) * holds.parameters[0].error,
                1e-6 * misses.parameters[0].errorScaled);
}

TEST(Fits, HaveStudentsIntervals) {
    const FitParameter v = fitOf(fitGrowth(scattered(), {}), "line").parameters[0];

    EXPECT_NEAR((v.high95 - v.value) / v.error, 2.306004, 1e-5);  // t(0.975) of 8 degrees of freedom
    EXPECT_NEAR((v.value - v.low95) / v.error, 2.306004, 1e-5);
}

TEST(Fits, WithoutErrorsFallBackToEqualWeights) {
    GrowthSeries series = scattered();
    for (auto& point : series.points)
        point.error = std::nan("");
    FitSettings none;
    none.weights = FitWeights::none;

    EXPECT_DOUBLE_EQ(fitOf(fitGrowth(series, byErrors()), "line").parameters[0].value,
                     fitOf(fitGrowth(series, none), "line").parameters[0].value);
}

TEST(GrowthModels, AreNamedInTheRefusal) {
    try {
        growthModelNamed("cubic");
        FAIL();
    } catch (const SettingError& error) {
        EXPECT_NE(error.remedy().find("origin-line, line, power"), std::string::npos);
    }
}

}  // namespace
}  // namespace coarsen
