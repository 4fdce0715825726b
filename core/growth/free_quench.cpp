// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/growth/growth_fit.hpp"
#include "core/growth/logarithms.hpp"
#include "core/growth/nonlinear_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace coarsen {

namespace {

constexpr double nearest = 1e-3, farthest = 30;  // the quench before the first frame, in lengths of the series
constexpr int quenchesTried = 40;

ModelFit fitFreeQuench(const WeightedPoints& points) {
    if (haveOneTime(points)) return {"all frames have the same time", {}, {}};
    const auto [first, last] = std::ranges::minmax_element(points.t);
    const double tFirst = *first, span = *last - tFirst;

    // The quench lies before the first frame, tFirst - exp(s); B = R at tRef, after which A and t0 hardly know each other.
    double best = 0, fewest = std::numeric_limits<double>::infinity();
    for (int i = 0; i < quenchesTried; ++i) {
        const double ahead = span * nearest * std::pow(farthest / nearest, i / (quenchesTried - 1.0));
        const StraightLine line = straightLine(logarithms(points, tFirst - ahead));
        if (line.squares < fewest) {
            fewest = line.squares;
            best = ahead;
        }
    }
    const double tRef = tFirst + span / 2;
    const auto logRatio = [&](double s, double t) {
        return std::log((t - tFirst + std::exp(s)) / (tRef - tFirst + std::exp(s)));
    };
    const Curve curve{[&](const std::vector<double>& p, double t) { return p[0] * std::exp(p[1] * logRatio(p[2], t)); },
                      [&](const std::vector<double>& p, double t) {
                          const double power = std::exp(p[1] * logRatio(p[2], t)), ahead = std::exp(p[2]);
                          const double change = ahead / (t - tFirst + ahead) - ahead / (tRef - tFirst + ahead);
                          return std::vector<double>{power, p[0] * power * logRatio(p[2], t), p[0] * p[1] * power * change};
                      }};
    const StraightLine line = straightLine(logarithms(points, tFirst - best));
    const double atRef = std::exp(line.intercept + line.slope * std::log(tRef - tFirst + best));
    const ModelFit fit = nonlinearFit(points, curve, {atRef, line.slope, std::log(best)});
    if (!fit.reason.empty()) return fit;

    const double B = fit.parameters[0], n = fit.parameters[1], ahead = std::exp(fit.parameters[2]);
    if (ahead > farthest * farthest * span) return {"the times do not show when the growth began", {}, {}};
    const double fromRef = tRef - tFirst + ahead, A = B * std::pow(fromRef, -n);
    return {{},
            {A, n, tFirst - ahead},
            transformed(fit.covariance, {A / B, -A * std::log(fromRef), -A * n / fromRef * ahead, 0, 1, 0, 0, 0, -ahead})};
}

}  // namespace

GrowthModel freeQuench() {
    return {
        .key = "power-t0",
        .label = "Power law, t0 fitted",
        .equation = "R_max = A (t - t0)^n",
        .formula = "R_max = A (t - t₀)ⁿ",
        .parameters = {{"A", "A", 1, 0, "n"}, {"n", "n"}, {.name = "t0", .symbol = "t₀", .time = 1, .isInstant = true}},
        .headline = "{n}",
        .detail = "{t0}",
        .fewestPoints = 5,
        .offered = Offered::withoutQuench,
        .fit = fitFreeQuench,
        .value = [](const std::vector<double>& p, double t) { return t > p[2] ? p[0] * std::pow(t - p[2], p[1]) : std::nan(""); },
        .gradient =
            [](const std::vector<double>& p, double t) {
                const double since = t - p[2], power = std::pow(since, p[1]);
                return std::vector<double>{power, p[0] * power * std::log(since), -p[0] * p[1] * power / since};
            },
    };
}

}  // namespace coarsen
