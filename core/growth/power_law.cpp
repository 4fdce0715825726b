// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/growth/growth_fit.hpp"
#include "core/growth/logarithms.hpp"
#include "core/growth/nonlinear_fit.hpp"

#include <cmath>

namespace coarsen {

namespace {

ModelFit fitPowerLaw(const WeightedPoints& points) {
    if (haveOneTime(points)) return {"all frames have the same time", {}, {}};
    const LogPoints logs = logarithms(points);

    // R = B (t / tRef)^n with tRef in the middle of the data, where B and n hardly know each other; A = B tRef^-n afterwards.
    const double logTRef = logs.meanTime();
    const Curve curve{[&](const std::vector<double>& p, double t) { return p[0] * std::exp(p[1] * (std::log(t) - logTRef)); },
                      [&](const std::vector<double>& p, double t) {
                          const double logT = std::log(t) - logTRef, power = std::exp(p[1] * logT);
                          return std::vector<double>{power, p[0] * power * logT};
                      }};
    const StraightLine line = straightLine(logs);
    ModelFit fit = nonlinearFit(points, curve, {std::exp(line.intercept + line.slope * logTRef), line.slope});
    if (!fit.reason.empty()) return fit;
    const double B = fit.parameters[0], n = fit.parameters[1], A = B * std::exp(-n * logTRef);
    return {{}, {A, n}, transformed(fit.covariance, {A / B, -A * logTRef, 0, 1})};
}

}  // namespace

GrowthModel powerLaw() {
    return {
        .key = "power",
        .label = "Power law",
        .equation = "R_max = A t^n",
        .formula = "R_max = A tⁿ",
        .parameters = {{"A", "A", 1, 0, "n"}, {"n", "n"}},
        .headline = "{n}",
        .detail = "{A}",
        .needsQuench = true,
        .needsPositiveTime = true,
        .fit = fitPowerLaw,
        .value = [](const std::vector<double>& p, double t) { return t > 0 ? p[0] * std::pow(t, p[1]) : std::nan(""); },
        .gradient =
            [](const std::vector<double>& p, double t) {
                const double power = std::pow(t, p[1]);
                return std::vector<double>{power, p[0] * power * std::log(t)};
            },
    };
}

}  // namespace coarsen
