// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/growth/residual_bootstrap.hpp"

#include <gsl/gsl_rng.h>
#include <gsl/gsl_statistics_double.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace coarsen {

namespace {

constexpr unsigned long seed = 20100705;

struct FreeRandom {
    void operator()(gsl_rng* random) const { gsl_rng_free(random); }
};

}  // namespace

void addBootstrap(GrowthFit& fit, const GrowthModel& model, const WeightedPoints& points, int replicates) {
    std::vector<double> parameters;
    for (const FitParameter& parameter : fit.parameters)
        parameters.push_back(parameter.value);
    const auto count = static_cast<double>(points.size()), p = static_cast<double>(parameters.size());
    if (replicates < 2 || count <= p) return;

    std::vector<double> curve, residuals;
    for (std::size_t i = 0; i < points.size(); ++i) {
        curve.push_back(model.value(parameters, points.t[i]));
        if (points.weight[i] > 0)  // a robust fit has left the others out
            residuals.push_back(std::sqrt(points.weight[i] * count / (count - p)) * (points.length[i] - curve.back()));
    }
    if (residuals.empty()) return;
    const std::unique_ptr<gsl_rng, FreeRandom> random(gsl_rng_alloc(gsl_rng_mt19937));
    gsl_rng_set(random.get(), seed);
    std::vector<std::vector<double>> found(parameters.size());
    WeightedPoints resampled = points;
    for (int replicate = 0; replicate < replicates; ++replicate) {
        for (std::size_t i = 0; i < points.size(); ++i) {
            const double residual = residuals[gsl_rng_uniform_int(random.get(), residuals.size())];
            const double length = points.weight[i] > 0 ? curve[i] + residual / std::sqrt(points.weight[i]) : curve[i];
            resampled.length[i] = std::max(length, 1e-3 * curve[i]);  // a length is above 0
        }
        const ModelFit again = model.fit(resampled);
        if (!again.reason.empty()) continue;
        for (std::size_t k = 0; k < parameters.size(); ++k)
            found[k].push_back(again.parameters[k]);
    }
    for (std::size_t k = 0; k < parameters.size(); ++k) {
        if (found[k].size() < 2) return;
        std::ranges::sort(found[k]);
        const auto at = [&](double part) {
            return gsl_stats_quantile_from_sorted_data(found[k].data(), 1, found[k].size(), part);
        };
        fit.parameters[k].bootstrap = BootstrapIntervals{at(0.1587), at(0.8413), at(0.025), at(0.975)};
    }
}

}  // namespace coarsen
