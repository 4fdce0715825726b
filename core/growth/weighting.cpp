// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/growth/weighting.hpp"

#include <algorithm>
#include <cmath>

namespace coarsen {

WeightedPoints weighted(const std::vector<GrowthPoint>& used, const FitSettings& settings, double origin) {
    const bool haveErrors = std::all_of(used.begin(), used.end(), [](const GrowthPoint& point) { return point.error > 0; });
    WeightedPoints points;
    points.weightsAreErrors = settings.weights == FitWeights::error && haveErrors;
    for (const GrowthPoint& point : used) {
        points.t.push_back(point.time - origin);
        points.length.push_back(point.length);
        double weight = 1;
        if (points.weightsAreErrors) weight = 1 / (point.error * point.error);
        if (settings.weights == FitWeights::r4) weight = std::pow(point.length, -4);
        points.weight.push_back(weight);
    }
    return points;
}

void complete(GrowthFit& fit, const GrowthModel& model, const ModelFit& solved, const WeightedPoints& points) {
    const std::vector<double>& parameters = solved.parameters;
    double chi2 = 0, total = 0, weightSum = 0, mean = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        weightSum += points.weight[i];
        mean += points.weight[i] * points.length[i];
    }
    mean /= weightSum;
    const double centre = model.r2IsCentred ? mean : 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double residual = points.length[i] - model.value(parameters, points.t[i]);
        chi2 += points.weight[i] * residual * residual;
        total += points.weight[i] * (points.length[i] - centre) * (points.length[i] - centre);
    }

    const auto count = static_cast<double>(points.size()), p = static_cast<double>(parameters.size());
    fit.r2 = total > 0 ? 1 - chi2 / total : 1;
    fit.chi2Reduced = count > p ? chi2 / (count - p) : 0;
    // Residuals below the rounding of the lengths are none: a perfect fit has no infinite AIC.
    const double rounding = 1e-12 * weightSum / count * mean * mean;
    fit.aic = points.weightsAreErrors ? chi2 + 2 * p : count * std::log(std::max(chi2 / count, rounding)) + 2 * p;
    fit.covariance = solved.covariance;
    if (!points.weightsAreErrors)
        for (double& element : fit.covariance)
            element *= fit.chi2Reduced;
    for (std::size_t i = 0; i < parameters.size(); ++i)
        fit.parameters.push_back({.name = model.parameters[i],
                                  .value = parameters[i],
                                  .errorPoints = std::sqrt(fit.covariance[i * parameters.size() + i])});
}

bool haveOneTime(const WeightedPoints& points) {
    return std::all_of(points.t.begin(), points.t.end(), [&](double t) { return t == points.t.front(); });
}

std::string tooFew(std::size_t count, std::size_t needed) {
    if (count >= needed) return {};
    return "needs at least " + std::to_string(needed) + " frames with a length, " +
           (count == 0 ? "none" : std::to_string(count)) + (count == 1 ? " is there" : " are there");
}

}  // namespace coarsen
