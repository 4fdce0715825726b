// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/growth/weighting.hpp"

#include "core/growth/nonlinear_fit.hpp"

#include <gsl/gsl_cdf.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace coarsen {

namespace {

double weightOf(FitWeights weights, double length, double error) {
    switch (weights) {
        case FitWeights::error:
            return 1 / (error * error);
        case FitWeights::relative:
            return 1 / (length * length);
        case FitWeights::r4:
            return std::pow(length, -4);
        case FitWeights::none:
            break;
    }
    return 1;
}

using Column = std::vector<double>;

/// The derivative of every point's length by each parameter.
std::vector<Column> derivatives(const GrowthModel& model, const std::vector<double>& parameters, const WeightedPoints& points) {
    std::vector<Column> columns(parameters.size());
    for (const double t : points.t) {
        const std::vector<double> gradient = model.gradient(parameters, t);
        for (std::size_t k = 0; k < columns.size(); ++k)
            columns[k].push_back(gradient[k]);
    }
    return columns;
}

double product(const Column& a, const Column& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += a[i] * b[i];
    return sum;
}

/// (J^T W J)^-1 J^T W Sigma W J (J^T W J)^-1: how errors of covariance Sigma move parameters that weights W found (White 1980).
/// `times` multiplies a vector by Sigma, `normal` is (J^T W J)^-1.
template <typename Times>
std::vector<double> sandwich(const std::vector<double>& normal, const std::vector<Column>& weighted, Times times) {
    const std::size_t count = weighted.size();
    std::vector<Column> moved;
    for (const Column& column : weighted)
        moved.push_back(times(column));
    std::vector<double> middle;
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = 0; j < count; ++j)
            middle.push_back(product(weighted[i], moved[j]));
    return transformed(middle, normal);
}

double residualAt(const GrowthModel& model, const std::vector<double>& parameters, const WeightedPoints& points, std::size_t i) {
    return points.length[i] - model.value(parameters, points.t[i]);
}

/// Mean square that errors alone leave of the residuals, each in its point's own error: the diagonal of (1 - H) Sigma (1 - H)^T,
/// H = J (J^T W J)^-1 J^T W. More than 1 where the weights let precise points have little say.
double squareLeft(const std::vector<Column>& derivatives, const std::vector<Column>& weighted, const std::vector<double>& normal,
                  const std::vector<double>& covariance, const FrameErrors& errors) {
    const std::size_t p = derivatives.size();
    std::vector<Column> moved;
    for (const Column& column : weighted)
        moved.push_back(errors.covarianceTimes(column));
    double sum = 0;
    for (std::size_t i = 0; i < errors.size(); ++i) {
        double part = 0;
        for (std::size_t k = 0; k < p; ++k)
            for (std::size_t l = 0; l < p; ++l)
                part += derivatives[k][i] * (covariance[k * p + l] * derivatives[l][i] - 2 * normal[k * p + l] * moved[l][i]);
        sum += 1 + part / (errors.errors()[i] * errors.errors()[i]);
    }
    return sum / static_cast<double>(errors.size());
}

/// R^2 of the weighted least squares.
double determination(const GrowthModel& model, const std::vector<double>& parameters, const WeightedPoints& points) {
    double left = 0, total = 0, weightSum = 0, mean = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        weightSum += points.weight[i];
        mean += points.weight[i] * points.length[i];
    }
    const double centre = model.r2IsCentred ? mean / weightSum : 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        left += points.weight[i] * std::pow(residualAt(model, parameters, points, i), 2);
        total += points.weight[i] * std::pow(points.length[i] - centre, 2);
    }
    return total > 0 ? 1 - left / total : 1;
}

/// The relative error of the curve's scale that frames share, each by its say in it (weight times length squared).
double sharedScaleError(const WeightedPoints& points) {
    Column say;
    double all = 0;
    for (std::size_t i = 0; i < points.size(); ++i)
        all += points.weight[i] * points.length[i] * points.length[i];
    for (std::size_t i = 0; i < points.size(); ++i)
        say.push_back(points.weight[i] * points.length[i] / all);
    double apart = 0;
    for (std::size_t i = 0; i < points.size(); ++i)
        apart += std::pow(say[i] * points.errors.errors()[i], 2);
    return std::sqrt(std::max(0.0, product(say, points.errors.covarianceTimes(say)) - apart));
}

}  // namespace

WeightedPoints weighted(const std::vector<GrowthPoint>& used, const FitSettings& settings, double origin,
                        double neighbourCorrelation) {
    WeightedPoints points;
    points.areErrorsKnown = std::ranges::all_of(used, [](const GrowthPoint& point) { return point.error > 0; });
    std::vector<double> errors = steadiedErrors(used);
    const FitWeights weights =
        settings.weights == FitWeights::error && !points.areErrorsKnown ? FitWeights::none : settings.weights;
    for (std::size_t i = 0; i < used.size(); ++i) {
        points.t.push_back(used[i].time - origin);
        points.length.push_back(used[i].length);
        points.weight.push_back(weightOf(weights, used[i].length, errors[i]));
        if (!points.areErrorsKnown) errors[i] = 1 / std::sqrt(points.weight.back());
    }
    points.errors = frameErrors(used, neighbourCorrelation, std::move(errors));
    return points;
}

WeightedPoints withWeight(const WeightedPoints& points) {
    std::vector<bool> isKept;
    WeightedPoints kept;
    kept.areErrorsKnown = points.areErrorsKnown;
    for (std::size_t i = 0; i < points.size(); ++i) {
        isKept.push_back(points.weight[i] > 0);
        if (!isKept.back()) continue;
        kept.t.push_back(points.t[i]);
        kept.length.push_back(points.length[i]);
        kept.weight.push_back(points.weight[i]);
    }
    kept.errors = points.errors.keptWhere(isKept);
    return kept;
}

double complete(GrowthFit& fit, const GrowthModel& model, const ModelFit& solved, const WeightedPoints& points) {
    const std::vector<double>& parameters = solved.parameters;
    const std::size_t p = parameters.size();
    const auto count = static_cast<double>(points.size()), degrees = count - static_cast<double>(p);
    const double chi2 = generalisedSquares(points, {model.value, model.gradient}, parameters);
    fit.r2 = determination(model, parameters, points);
    fit.chi2Reduced = degrees > 0 ? chi2 / degrees : 0;
    // Residuals below the rounding of the lengths are none: a perfect fit has no infinite AIC.
    const Column whiteLengths = points.errors.whitened(points.length);
    const double rounding = 1e-12 * product(whiteLengths, whiteLengths) / count;
    const double penalty = 2 * static_cast<double>(p);
    fit.aic = (points.areErrorsKnown ? chi2 : count * std::log(std::max(chi2 / count, rounding))) + penalty;

    const std::vector<Column> slopes = derivatives(model, parameters, points);
    std::vector<Column> columns = slopes;
    for (Column& column : columns)
        for (std::size_t i = 0; i < points.size(); ++i)
            column[i] *= points.weight[i];
    const double scale = points.areErrorsKnown ? 1 : fit.chi2Reduced;
    const std::vector<double>& errors = points.errors.errors();
    fit.covariance = sandwich(solved.covariance, columns, [&](const Column& v) { return points.errors.covarianceTimes(v); });
    const std::vector<double> apart = sandwich(solved.covariance, columns, [&](Column v) {
        for (std::size_t i = 0; i < v.size(); ++i)
            v[i] *= errors[i] * errors[i];
        return v;
    });
    const double left = squareLeft(slopes, columns, solved.covariance, fit.covariance, points.errors);
    for (double& element : fit.covariance)
        element *= scale;
    fit.sharedScaleError = std::sqrt(scale) * sharedScaleError(points);
    const double quantile = degrees > 0 ? gsl_cdf_tdist_Pinv(0.975, degrees) : std::numeric_limits<double>::quiet_NaN();
    for (std::size_t i = 0; i < p; ++i) {
        FitParameter parameter{.name = model.parameters[i].name, .value = parameters[i]};
        const double variance = fit.covariance[i * p + i], ofPoints = scale * apart[i * p + i];
        parameter.error = std::sqrt(variance);
        parameter.errorPoints = std::sqrt(ofPoints);
        parameter.errorShared = std::sqrt(std::max(0.0, variance - ofPoints));
        parameter.errorScaled = parameter.error * (points.areErrorsKnown ? std::sqrt(std::max(1.0, fit.chi2Reduced)) : 1);
        parameter.low95 = parameter.value - quantile * parameter.error;
        parameter.high95 = parameter.value + quantile * parameter.error;
        fit.parameters.push_back(std::move(parameter));
    }
    return left;
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
