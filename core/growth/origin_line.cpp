// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/growth/models.hpp"
#include "core/growth/weighting.hpp"

#include <gsl/gsl_fit.h>

namespace coarsen {

namespace {

GrowthFit fitOriginLine(const GrowthModel& model, const std::vector<GrowthPoint>& used, const FitSettings& settings) {
    GrowthFit fit;
    fit.reason = tooFew(used.size(), 2);
    if (!fit.isFitted()) return fit;
    const WeightedPoints points = weighted(used, settings);
    if (haveOneTime(points) && points.t.front() == 0) {
        fit.reason = "all frames are at the time of the quench";
        return fit;
    }
    double v = 0, variance = 0, chi2 = 0;
    gsl_fit_wmul(points.t.data(), 1, points.weight.data(), 1, points.length.data(), 1, points.size(), &v, &variance, &chi2);
    fit.parameters = {{.name = "v", .value = v}};
    fit.covariance = {variance};
    completeStatistics(fit, model, points, false);
    return fit;
}

}  // namespace

GrowthModel originLine() {
    return {
        .key = "origin-line",
        .label = "Through origin",
        .equation = "R_max = v t",
        .parameters = {"v"},
        .fit = fitOriginLine,
        .value = [](const std::vector<double>& p, double t) { return p[0] * t; },
        .gradient = [](const std::vector<double>&, double t) { return std::vector<double>{t}; },
    };
}

}  // namespace coarsen
