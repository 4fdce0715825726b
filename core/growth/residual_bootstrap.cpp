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
        residuals.push_back(points.length[i] - curve.back());
    }
    std::vector<double> news = points.errors.whitened(residuals);
    for (double& value : news)
        value *= std::sqrt(count / (count - p));
    const std::unique_ptr<gsl_rng, FreeRandom> random(gsl_rng_alloc(gsl_rng_mt19937));
    gsl_rng_set(random.get(), seed);
    std::vector<std::vector<double>> found(parameters.size());
    WeightedPoints resampled = points;
    for (int replicate = 0; replicate < replicates; ++replicate) {
        std::vector<double> drawn;
        for (std::size_t i = 0; i < points.size(); ++i)
            drawn.push_back(news[gsl_rng_uniform_int(random.get(), news.size())]);
        const std::vector<double> moved = points.errors.coloured(drawn);
        for (std::size_t i = 0; i < points.size(); ++i)
            resampled.length[i] = std::max(curve[i] + moved[i], 1e-3 * curve[i]);  // a length is above 0
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
