// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/growth/frame_errors.hpp"
#include "core/growth/growth_fit.hpp"

#include <string>
#include <vector>

namespace coarsen {

/// The points as a fit sees them: times since `origin`, lengths, weights, and how wrong and alike the lengths are.
struct WeightedPoints {
    std::vector<double> t, length, weight;
    FrameErrors errors;
    bool areErrorsKnown = false;  ///< else `errors` are 1/sqrt(weight), right up to a factor that the residuals tell

    std::size_t size() const { return t.size(); }
};

/// Weights 1/error^2, 1/R^2, 1/R^4 or 1. Points without an error make `error` fall back to equal weights: a made-up error would
/// be worse. `origin`: what t counts from.
WeightedPoints weighted(const std::vector<GrowthPoint>& used, const FitSettings& settings, double origin,
                        double neighbourCorrelation);

/// The points whose weight is above 0.
WeightedPoints withWeight(const WeightedPoints& points);

/// Parameters with their errors, covariance, R^2, reduced chi^2 and AIC from what the model's least squares gave. Says what mean
/// square errors alone leave of the residuals, each in its point's own error.
double complete(GrowthFit& fit, const GrowthModel& model, const ModelFit& solved, const WeightedPoints& points);

/// True where no two points differ in time: a slope cannot be told then.
bool haveOneTime(const WeightedPoints& points);

/// "needs at least 3 frames with a length, 1 is there", or empty when there are enough.
std::string tooFew(std::size_t count, std::size_t needed);

}  // namespace coarsen
