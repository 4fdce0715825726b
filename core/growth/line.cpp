// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/growth/growth_fit.hpp"
#include "core/growth/weighting.hpp"

#include <gsl/gsl_fit.h>

namespace coarsen {

namespace {

ModelFit fitLine(const WeightedPoints& points) {
    if (haveOneTime(points)) return {"all frames have the same time", {}, {}};
    double R0 = 0, v = 0, varianceR0 = 0, covariance = 0, varianceV = 0, chi2 = 0;
    gsl_fit_wlinear(points.t.data(), 1, points.weight.data(), 1, points.length.data(), 1, points.size(), &R0, &v, &varianceR0,
                    &covariance, &varianceV, &chi2);
    return {{}, {v, R0}, {varianceV, covariance, covariance, varianceR0}};
}

}  // namespace

GrowthModel line() {
    return {
        .key = "line",
        .label = "Straight line",
        .equation = "R_max = R0 + v t",
        .formula = "R_max = R₀ + v t",
        .parameters = {{"v", "v", 1, -1}, {"R0", "R₀", 1}},
        .fit = fitLine,
        .value = [](const std::vector<double>& p, double t) { return p[1] + p[0] * t; },
        .gradient =
            [](const std::vector<double>&, double t) {
                return std::vector<double>{t, 1};
            },
    };
}

}  // namespace coarsen
