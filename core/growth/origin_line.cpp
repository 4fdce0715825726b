// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/growth/growth_fit.hpp"
#include "core/growth/weighting.hpp"

#include <gsl/gsl_fit.h>

namespace coarsen {

namespace {

ModelFit fitOriginLine(const WeightedPoints& points) {
    if (haveOneTime(points) && points.t.front() == 0) return {"all frames are at the time of the quench", {}, {}};
    double v = 0, variance = 0, chi2 = 0;
    gsl_fit_wmul(points.t.data(), 1, points.weight.data(), 1, points.length.data(), 1, points.size(), &v, &variance, &chi2);
    return {{}, {v}, {variance}};
}

}  // namespace

GrowthModel originLine() {
    return {
        .key = "origin-line",
        .label = "Through origin",
        .equation = "R_max = v t",
        .formula = "R_max = v t",
        .parameters = {{"v", "v", 1, -1}},
        .fewestPoints = 2,
        .needsQuench = true,
        .r2IsCentred = false,
        .fit = fitOriginLine,
        .value = [](const std::vector<double>& p, double t) { return p[0] * t; },
        .gradient = [](const std::vector<double>&, double t) { return std::vector<double>{t}; },
    };
}

}  // namespace coarsen
