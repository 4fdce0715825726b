// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/growth/growth_fit.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace coarsen {
namespace {

/// Lengths against times, equally weighted: how the reference data sets of NIST are meant.
GrowthFit fitted(const std::vector<std::pair<double, double>>& timeAndLength, std::string_view model) {
    GrowthSeries series;
    for (const auto& [time, length] : timeAndLength) {
        GrowthPoint point;
        point.time = time;
        point.length = length;
        series.points.push_back(point);
    }
    FitSettings settings;
    settings.weights = FitWeights::none;
    for (const GrowthFit& fit : fitGrowth(series, settings))
        if (fit.model == model) return fit;
    throw std::logic_error("no such model");
}

TEST(Line, ReproducesNorrisOfNist) {  // NIST StRD, linear regression, certified values
    const GrowthFit fit = fitted({{0.2, 0.1},     {337.4, 338.8}, {118.2, 118.1}, {884.6, 888.0}, {10.1, 9.2},    {226.5, 228.1},
                                  {666.3, 668.5}, {996.3, 998.5}, {448.6, 449.1}, {777.0, 778.9}, {558.2, 559.2}, {0.4, 0.3},
                                  {0.6, 0.1},     {775.5, 778.1}, {666.9, 668.8}, {338.0, 339.3}, {447.5, 448.9}, {11.6, 10.8},
                                  {556.0, 557.7}, {228.1, 228.3}, {995.8, 998.0}, {887.6, 888.8}, {120.2, 119.6}, {0.3, 0.3},
                                  {0.3, 0.6},     {556.8, 557.6}, {339.1, 339.3}, {887.2, 888.0}, {999.0, 998.5}, {779.0, 778.9},
                                  {11.1, 10.2},   {118.3, 117.6}, {229.2, 228.9}, {669.1, 668.4}, {448.9, 449.2}, {0.5, 0.2}},
                                 "line");

    EXPECT_NEAR(fit.parameters[0].value, 1.00211681802045, 1e-12);
    EXPECT_NEAR(fit.parameters[1].value, -0.262323073774029, 1e-10);
    EXPECT_NEAR(fit.parameters[0].errorPoints, 0.429796848199937e-3, 1e-12);
    EXPECT_NEAR(fit.parameters[1].errorPoints, 0.232818234301152, 1e-10);
    EXPECT_NEAR(fit.r2, 0.999993745883712, 1e-12);
    EXPECT_NEAR(fit.chi2Reduced, 0.884796396144373 * 0.884796396144373, 1e-10);
}

TEST(OriginLine, ReproducesNoInt1OfNist) {  // NIST StRD, regression through the origin; R^2 uncentred
    const GrowthFit fit = fitted(
        {{60, 130}, {61, 131}, {62, 132}, {63, 133}, {64, 134}, {65, 135}, {66, 136}, {67, 137}, {68, 138}, {69, 139}, {70, 140}},
        "origin-line");

    EXPECT_NEAR(fit.parameters[0].value, 2.07438016528926, 1e-13);
    EXPECT_NEAR(fit.parameters[0].errorPoints, 0.0165289256198347, 1e-13);
    EXPECT_NEAR(fit.r2, 0.999365492298663, 1e-13);
    EXPECT_NEAR(fit.chi2Reduced, 3.56753034006338 * 3.56753034006338, 1e-11);
}

}  // namespace
}  // namespace coarsen
