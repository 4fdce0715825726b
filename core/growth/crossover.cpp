// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/gsl_memory.hpp"
#include "core/growth/growth_fit.hpp"
#include "core/growth/logarithms.hpp"
#include "core/growth/nonlinear_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace coarsen {

namespace {

constexpr int kinksTried = 100;
constexpr std::size_t fewestOnASide = 3;

// p = log Rc, log tc, n1, n2
const Curve curve{[](const std::vector<double>& p, double t) {
                      const double since = std::log(t) - p[1];
                      return std::exp(p[0] + (since < 0 ? p[2] : p[3]) * since);
                  },
                  [](const std::vector<double>& p, double t) {
                      const double since = std::log(t) - p[1], n = since < 0 ? p[2] : p[3], value = std::exp(p[0] + n * since);
                      return std::vector<double>{value, -n * value, value * std::min(since, 0.0), value * std::max(since, 0.0)};
                  }};

/// The best broken straight line in logarithms with its kink at a given log tc.
std::vector<double> brokenLine(const LogPoints& logs, double logTc) {
    const std::size_t count = logs.t.size();
    const GslOwned<gsl_matrix> design(gsl_matrix_alloc(count, 3)), covariance(gsl_matrix_alloc(3, 3));
    const GslOwned<gsl_vector> answer(gsl_vector_alloc(3));
    const GslOwned<gsl_multifit_linear_workspace> workspace(gsl_multifit_linear_alloc(count, 3));
    for (std::size_t i = 0; i < count; ++i) {
        gsl_matrix_set(design.get(), i, 0, 1);
        gsl_matrix_set(design.get(), i, 1, std::min(logs.t[i] - logTc, 0.0));
        gsl_matrix_set(design.get(), i, 2, std::max(logs.t[i] - logTc, 0.0));
    }
    const gsl_vector_const_view lengths = gsl_vector_const_view_array(logs.length.data(), count);
    const gsl_vector_const_view weights = gsl_vector_const_view_array(logs.weight.data(), count);
    double squares = 0;
    gsl_multifit_wlinear(design.get(), &weights.vector, &lengths.vector, answer.get(), covariance.get(), &squares,
                         workspace.get());
    return {gsl_vector_get(answer.get(), 0), logTc, gsl_vector_get(answer.get(), 1), gsl_vector_get(answer.get(), 2)};
}

ModelFit fitCrossover(const WeightedPoints& points) {
    const LogPoints logs = logarithms(points);
    std::vector<double> times = logs.t;
    std::ranges::sort(times);
    const auto distinct = std::ranges::unique(times);
    times.erase(distinct.begin(), distinct.end());
    if (times.size() < 2 * fewestOnASide) return {"needs frames at 6 different times", {}, {}};
    const double earliest = times[fewestOnASide - 1], latest = times[times.size() - fewestOnASide];

    std::vector<double> start;
    double fewest = std::numeric_limits<double>::infinity();
    for (int i = 0; i < kinksTried; ++i) {
        std::vector<double> candidate = brokenLine(logs, earliest + (latest - earliest) * i / (kinksTried - 1));
        const double squares = weightedSquares(points, curve, candidate);
        if (!(squares < fewest)) continue;
        fewest = squares;
        start = std::move(candidate);
    }
    if (start.empty()) return {"the fit found no finite parameters", {}, {}};
    ModelFit fit = nonlinearFit(points, curve, start);
    if (!fit.reason.empty()) return fit;
    if (fit.parameters[1] < earliest || fit.parameters[1] > latest)
        return {"no change of slope with 3 frames on either side", {}, {}};
    const double Rc = std::exp(fit.parameters[0]), tc = std::exp(fit.parameters[1]);
    return {{},
            {Rc, tc, fit.parameters[2], fit.parameters[3]},
            transformed(fit.covariance, {Rc, 0, 0, 0, 0, tc, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1})};
}

}  // namespace

GrowthModel crossover() {
    return {
        .key = "crossover",
        .label = "Crossover of two power laws",
        .equation = "R_max = Rc (t/tc)^(n1, n2)",
        .formula = "R_max = R* (t/t*)ⁿ, n₁ → n₂",  // there is no letter for a subscript c
        .parameters = {{"Rc", "R*", 1}, {"tc", "t*", 0, 1}, {"n1", "n₁"}, {"n2", "n₂"}},
        .headline = "n = {n1:value} → {n2:value}",
        .detail = "crossover at {tc:value}",
        .fewestPoints = 6,
        .offered = Offered::whenChosen,
        .needsQuench = true,
        .needsPositiveTime = true,
        .fit = fitCrossover,
        .value = [](const std::vector<double>& p,
                    double t) { return t > 0 ? p[0] * std::pow(t / p[1], t < p[1] ? p[2] : p[3]) : std::nan(""); },
        .gradient =
            [](const std::vector<double>& p, double t) {
                const double ratio = t / p[1], n = ratio < 1 ? p[2] : p[3], power = std::pow(ratio, n);
                const double byExponent = p[0] * power * std::log(ratio);
                return std::vector<double>{power, -p[0] * n * power / p[1], ratio < 1 ? byExponent : 0,
                                           ratio < 1 ? 0 : byExponent};
            },
    };
}

}  // namespace coarsen
