// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/growth/growth_fit.hpp"

#include <string>
#include <vector>

namespace coarsen {

/// The points as a fit sees them: times since `origin`, lengths, weights.
struct WeightedPoints {
    std::vector<double> t, length, weight;
    bool weightsAreErrors =
        false;  ///< weight = 1/error^2 in absolute terms, so the covariance is not scaled by the reduced chi^2

    std::size_t size() const { return t.size(); }
};

/// 1/error^2, 1/R^4 or 1. Points without an error make `error` fall back to equal weights: a made-up error would be worse.
/// `origin`: what t counts from.
WeightedPoints weighted(const std::vector<GrowthPoint>& used, const FitSettings& settings, double origin);

/// Parameters, covariance, R^2, reduced chi^2, AIC and the points' errors from what the model's least squares gave.
void complete(GrowthFit& fit, const GrowthModel& model, const ModelFit& solved, const WeightedPoints& points);

/// Whether no two points differ in time: a slope cannot be told then.
bool haveOneTime(const WeightedPoints& points);

/// "needs at least 3 frames with a length, 1 is there", or empty when there are enough.
std::string tooFew(std::size_t count, std::size_t needed);

}  // namespace coarsen
