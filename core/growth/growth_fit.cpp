// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/growth/growth_fit.hpp"

#include "core/base/parallel.hpp"
#include "core/growth/residual_bootstrap.hpp"
#include "core/growth/robust.hpp"
#include "core/growth/weighting.hpp"

#include <gsl/gsl_errno.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace coarsen {

namespace {

constexpr double clearDifference = 10;         // of AIC: Burnham & Anderson 2002, section 2.6
constexpr std::size_t pointsForThreads = 100;  // from there on a law takes milliseconds
const std::string noQuench = "needs t0, the time of the quench";

std::vector<double> values(const GrowthFit& fit) {
    std::vector<double> values;
    for (const FitParameter& parameter : fit.parameters)
        values.push_back(parameter.value);
    return values;
}

/// Infinite where there are hardly more frames than parameters: such a law fits anything.
double correctedAic(const GrowthFit& fit) {
    const auto p = static_cast<double>(fit.parameters.size()), left = static_cast<double>(fit.frames.size()) - p - 1;
    return left > 0 ? fit.aic + 2 * p * (p + 1) / left : std::numeric_limits<double>::infinity();
}

}  // namespace

double GrowthFit::valueAt(double time) const {
    if (!isFitted()) return std::numeric_limits<double>::quiet_NaN();
    return growthModelNamed(model).value(values(*this), time - t0);
}

double GrowthFit::standardErrorAt(double time) const {
    if (!isFitted()) return std::numeric_limits<double>::quiet_NaN();
    const auto gradient = growthModelNamed(model).gradient(values(*this), time - t0);
    double variance = 0;
    for (std::size_t i = 0; i < gradient.size(); ++i)
        for (std::size_t j = 0; j < gradient.size(); ++j)
            variance += gradient[i] * covariance[i * gradient.size() + j] * gradient[j];
    return std::sqrt(std::max(0.0, variance));
}

const ModelParameter& GrowthModel::parameter(std::string_view name) const {
    return *std::ranges::find(parameters, name, &ModelParameter::name);
}

FitParameter amplitudePer(const GrowthFit& fit, const ModelParameter& amplitude, double unit) {
    const auto place = [&](std::string_view name) {
        return static_cast<std::size_t>(std::ranges::find(fit.parameters, name, &FitParameter::name) - fit.parameters.begin());
    };
    const std::size_t iA = place(amplitude.name), in = place(amplitude.exponent), count = fit.parameters.size();
    FitParameter A = fit.parameters[iA];
    if (unit == 1) return A;
    const double quantile = (A.high95 - A.value) / A.error, factor = std::pow(unit, fit.parameters[in].value);
    const double byN = A.value * std::log(unit);  // dA'/dn over the factor; dA'/dA over it is 1
    const double variance =
        fit.covariance[iA * count + iA] + 2 * byN * fit.covariance[iA * count + in] + byN * byN * fit.covariance[in * count + in];
    const double misses = A.errorScaled / A.error;
    A.value *= factor;
    A.error = factor * std::sqrt(std::max(0.0, variance));
    A.errorScaled = misses * A.error;
    A.errorPoints = A.errorShared = std::numeric_limits<double>::quiet_NaN();
    A.low95 = A.value - quantile * A.error;
    A.high95 = A.value + quantile * A.error;
    A.bootstrap.reset();
    return A;
}

double timeOrigin(const GrowthSeries& series, const FitSettings& settings) {
    return settings.t0S.value_or(series.firstTime);
}

bool isOffered(const GrowthModel& model, const FitSettings& settings) {
    return model.offered == Offered::always || (!settings.t0S && model.offered == Offered::withoutQuench);
}

std::vector<GrowthPoint> usedPoints(const GrowthSeries& series, const FitSettings& settings) {
    std::vector<GrowthPoint> used;
    for (const GrowthPoint& point : series.points) {
        const bool inRange = point.time >= settings.fromS.value_or(-std::numeric_limits<double>::infinity()) &&
                             point.time <= settings.toS.value_or(std::numeric_limits<double>::infinity());
        if (inRange && !point.excluded && point.length > 0) used.push_back(point);
    }
    return used;
}

std::optional<BetterModel> betterModel(const std::vector<GrowthFit>& fits, std::string_view chosen) {
    const auto own = std::ranges::find(fits, chosen, &GrowthFit::model);
    if (own == fits.end() || !own->isFitted() || !std::isfinite(own->aic)) return std::nullopt;
    double lowest = correctedAic(*own);
    for (const GrowthFit& fit : fits)
        if (fit.isFitted() && fit.frames == own->frames) lowest = std::fmin(lowest, correctedAic(fit));
    const GrowthFit* simplest = nullptr;
    for (const GrowthFit& fit : fits) {
        if (!fit.isFitted() || fit.frames != own->frames || !(correctedAic(fit) <= lowest + clearDifference)) continue;
        const bool isSimpler = !simplest || fit.parameters.size() < simplest->parameters.size() ||
                               (fit.parameters.size() == simplest->parameters.size() && fit.aic < simplest->aic);
        if (isSimpler) simplest = &fit;
    }
    if (!simplest || !(correctedAic(*own) > correctedAic(*simplest) + clearDifference)) return std::nullopt;
    return BetterModel{simplest->model, own->aic - simplest->aic, simplest->misfit};
}

bool hasLowestAic(const std::vector<GrowthFit>& fits, std::string_view model) {
    const auto own = std::ranges::find(fits, model, &GrowthFit::model);
    if (own == fits.end() || !own->isFitted()) return false;
    bool hasRival = false;
    for (const GrowthFit& fit : fits) {
        if (fit.model == model || !fit.isFitted() || fit.frames != own->frames) continue;
        if (!(correctedAic(fit) > correctedAic(*own) + clearDifference)) return false;
        hasRival = true;
    }
    return hasRival;
}

WeakFrames weakFramesOf(const GrowthSeries& series, const GrowthFit& fit) {
    WeakFrames frames{0, fit.frames.size()};
    for (const GrowthPoint& point : series.points)
        frames.weak += point.isWeak && std::ranges::find(fit.frames, point.frame) != fit.frames.end() ? 1 : 0;
    return frames;
}

std::string weakWords(const WeakFrames& frames) {
    if (frames.weak == 0) return {};
    const std::string all = std::to_string(frames.all);
    if (frames.areAll())
        return frames.all == 1 ? "its only frame is weak" : "all of its " + all + " frames are weak: no R_max is certain";
    return std::to_string(frames.weak) + " of its " + all + (frames.weak == 1 ? " frames is weak" : " frames are weak");
}

std::string doubtOf(const GrowthSeries& series, const std::vector<GrowthFit>& fits, std::string_view chosen) {
    const auto fit = std::ranges::find(fits, chosen, &GrowthFit::model);
    if (fit == fits.end()) return "no law is fitted";
    if (!fit->isFitted()) return fit->reason;
    if (const WeakFrames weak = weakFramesOf(series, *fit); weak.areAll()) return weakWords(weak);
    const std::string misses = misfitWords(fit->misfit);
    if (misses.empty()) return {};
    const auto better = betterModel(fits, chosen);
    return "it " + misses + " (frame " + std::to_string(fit->misfit.frame) +
           "): the law does not describe them, and its errors are too small" +
           (better && !better->misfit.isSure ? "; '" + better->model + "' fits far better" : "");
}

bool showsNoGrowth(const std::vector<GrowthFit>& fits) {
    const auto line = std::ranges::find(fits, "line", &GrowthFit::model);
    if (line == fits.end() || !line->isFitted()) return false;
    const FitParameter& rate = line->parameters.front();
    return std::abs(rate.value) < 2 * rate.errorScaled;
}

std::string withoutWeightWords(const GrowthFit& fit) {
    constexpr std::size_t named = 6;
    const std::size_t all = fit.frames.size(), without = fit.withoutWeight.size();
    std::string text = std::to_string(all - without) + " of " + std::to_string(all) + " frames; without ";
    for (std::size_t i = 0; i < std::min(named, without); ++i)
        text += (i == 0 ? "" : ", ") + std::to_string(fit.withoutWeight[i]);
    return without > named ? text + " and " + std::to_string(without - named) + " more" : text;
}

std::vector<double> aicAboveLowest(const std::vector<GrowthFit>& fits) {
    std::vector<double> above;
    for (const GrowthFit& own : fits) {
        double lowest = own.aic;
        for (const GrowthFit& fit : fits)
            if (fit.isFitted() && fit.frames == own.frames) lowest = std::min(lowest, fit.aic);
        above.push_back(own.isFitted() ? own.aic - lowest : std::numeric_limits<double>::quiet_NaN());
    }
    return above;
}

GrowthFit fitGrowth(const GrowthSeries& series, const FitSettings& settings, const GrowthModel& model) {
    gsl_set_error_handler_off();  // GSL would end the program; its answers are checked instead
    std::vector<GrowthPoint> used = usedPoints(series, settings);
    const bool isRangeEmpty = used.empty() && !usedPoints(series, {}).empty();
    GrowthFit fit;
    fit.model = model.key;
    fit.t0 = timeOrigin(series, settings);
    if (model.needsPositiveTime) std::erase_if(used, [&](const GrowthPoint& point) { return point.time <= fit.t0; });
    for (const GrowthPoint& point : used)
        fit.frames.push_back(point.frame);
    fit.reason = model.needsQuench && !settings.t0S ? noQuench
                 : isRangeEmpty                     ? "no frame with a length lies between the ends of the fit range"
                                                    : tooFew(used.size(), model.fewestPoints);
    if (!fit.isFitted()) return fit;

    WeightedPoints points = weighted(used, settings, fit.t0, series.neighbourCorrelation);
    const ModelFit solved = settings.robust ? robustFit(model, points) : model.fit(points);
    fit.reason = solved.reason;
    if (!fit.isFitted()) return fit;
    for (std::size_t i = 0; i < used.size(); ++i)
        if (points.weight[i] == 0) fit.withoutWeight.push_back(used[i].frame);
    const WeightedPoints kept = withWeight(points);
    const double squareLeft = complete(fit, model, solved, kept);
    if (settings.robust) fit.aic = std::numeric_limits<double>::quiet_NaN();
    if (isOffered(model, settings) || model.key == settings.chosenModel()) addBootstrap(fit, model, kept, settings.bootstrap);
    std::vector<double> fitted;
    for (const double t : points.t)
        fitted.push_back(model.value(solved.parameters, t));
    fit.misfit = misfitOf(used, fitted, solved.parameters.size(), fit.chi2Reduced, squareLeft, settings.robust);
    return fit;
}

std::vector<GrowthFit> fitGrowth(const GrowthSeries& series, const FitSettings& settings) {
    const auto& models = growthModels();
    std::vector<GrowthFit> fits(models.size());
    const int threads = series.points.size() < pointsForThreads ? 1 : 0;
    parallelFor(models.size(), threads, [&](std::size_t i) { fits[i] = fitGrowth(series, settings, models[i]); });
    return fits;
}

}  // namespace coarsen
