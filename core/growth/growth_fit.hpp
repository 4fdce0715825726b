// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/growth/fit_settings.hpp"
#include "core/growth/growth_series.hpp"
#include "core/growth/misfit.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen {

/// Percentiles of a parameter over fits to resampled residuals: 16 and 84 %, 2.5 and 97.5 %.
struct BootstrapIntervals {
    double low68 = 0, high68 = 0, low95 = 0, high95 = 0;
};

/// One fitted parameter. `error` is the total; the parts are named apart (science/fits.md).
struct FitParameter {
    std::string name;  ///< "v", "R0", "A", "n"
    double value = 0;
    double error = 0;        ///< sqrt(errorPoints^2 + errorShared^2)
    double errorPoints = 0;  ///< error if no two frames showed the same domains; NaN where it is not known apart
    double errorShared = 0;  ///< part that is added because they do
    double low95 = 0, high95 = 0;
    double errorScaled = 0;                            ///< error max(1, sqrt(reduced chi^2)): for a law that misses its points
    std::optional<BootstrapIntervals> bootstrap = {};  ///< where asked for
};

/// One model fitted to a growth series. Units: length unit and time unit of the series.
struct GrowthFit {
    std::string model;   ///< the model's key: "origin-line"
    std::string reason;  ///< why there is no fit (too few points); empty when there is one
    std::vector<FitParameter> parameters;
    std::vector<double> covariance;  ///< of the parameters, row by row; frames that share domains are in it
    double r2 = 0;                   ///< centred, but uncentred for origin-line
    double chi2Reduced = 0;       ///< least r^T Sigma^-1 r of the law over the degrees of freedom: the weights have no part in it
    double aic = 0;               ///< NaN for a robust fit: each leaves out other frames, so they do not compare
    double sharedScaleError = 0;  ///< relative error of the curve's scale that frames share
    Misfit misfit;
    double t0 = 0;                   ///< origin of t: the quench, or the series' first frame where none is known
    std::vector<int> frames;         ///< used
    std::vector<int> withoutWeight;  ///< of these, those that a robust fit passes by

    bool isFitted() const { return reason.empty(); }
    double valueAt(double time) const;          ///< NaN without a fit
    double standardErrorAt(double time) const;  ///< of the curve, total
};

struct ModelParameter;

/// A parameter of a law A t^n whose unit holds its exponent n (ModelParameter::exponent), for times counted in `unit` times the
/// series' unit: A unit^n, with errors by the covariance of A and n. Its bootstrap interval holds only for the series' own unit
/// and is left out of others.
FitParameter amplitudePer(const GrowthFit& fit, const ModelParameter& amplitude, double unit);

struct WeightedPoints;

/// Result of a model's least squares; `reason` says why there is none.
struct ModelFit {
    std::string reason;
    std::vector<double> parameters;
    std::vector<double> covariance;  ///< row by row: the inverse of the weighted normal matrix
};

/// Name, symbol and dimension of a law's parameter: whoever writes it down finds its symbol and unit here. Its dimension is
/// length^length time^time: a rate has 1 and -1.
struct ModelParameter {
    std::string name;    ///< "R0": its key in tables and files
    std::string symbol;  ///< "R₀"
    int length = 0, time = 0;
    std::string exponent = {};  ///< the parameter that is the power of 1/time besides: the amplitude of A t^n has "n"
    bool isInstant = false;     ///< a place on the axis of t, no duration
};

/// When a model is shown beside the chosen one and compared with it.
enum class Offered {
    always,
    withoutQuench,  ///< where no time of the quench is known
    whenChosen,     ///< never, but when it is the chosen one
};

/// One growth model: THE LIST stands in models.hpp. `time` has t0 subtracted. In `headline` and `detail` {n} stands for
/// "n = 0.33 ± 0.01", {n:value} for "0.33 ± 0.01".
struct GrowthModel {
    std::string key;                         ///< "origin-line"
    std::string label;                       ///< "Through origin"
    std::string equation;                    ///< "R_max = R0 + v t": in plain text
    std::string formula;                     ///< "R_max = R₀ + v t"
    std::vector<ModelParameter> parameters;  ///< the one that matters most comes first where there is no headline
    std::string headline = {}, detail = {};  ///< most important result, and the next; empty: the first parameters
    std::size_t fewestPoints = 3;
    Offered offered = Offered::always;
    bool needsQuench = false;        ///< it has an origin of time: no fit without t0
    bool needsPositiveTime = false;  ///< frames before the quench are left out
    bool r2IsCentred = true;
    ModelFit (*fit)(const WeightedPoints&);
    double (*value)(const std::vector<double>& parameters, double time);
    std::vector<double> (*gradient)(const std::vector<double>& parameters, double time);

    const ModelParameter& parameter(std::string_view name) const;  ///< one of its own
};
const std::vector<GrowthModel>& growthModels();
const GrowthModel& growthModelNamed(std::string_view key);  ///< throws SettingError naming the known ones

/// Time that t counts from, in the series' time: the quench, or the series' first frame.
double timeOrigin(const GrowthSeries& series, const FitSettings& settings);

/// True where the model is shown beside the others, and compared with them, when it is not the chosen one.
bool isOffered(const GrowthModel& model, const FitSettings& settings);

/// The points inside the range, not excluded, with a length; `power` also leaves out those with t <= t0.
std::vector<GrowthPoint> usedPoints(const GrowthSeries& series, const FitSettings& settings);

/// The model that the data prefer to the chosen one, among all laws fitted to the same frames: by AIC with its correction for few
/// frames (AICc = AIC + 2 p (p + 1) / (N - p - 1), Hurvich & Tsai 1989), by more than 10. Of those that the data do not tell
/// apart (10) the one with the fewest parameters.
struct BetterModel {
    std::string model;
    double aicLower = 0;  ///< than the chosen one's
    Misfit misfit = {};   ///< of its own points
};
std::optional<BetterModel> betterModel(const std::vector<GrowthFit>& fits, std::string_view chosen);

/// Tells whether the data clearly prefer the model: its AICc is lower by more than 10 than that of every other law fitted to the
/// same frames, and there is one.
bool hasLowestAic(const std::vector<GrowthFit>& fits, std::string_view model);

/// How many of the frames of a fit are weak.
struct WeakFrames {
    std::size_t weak = 0, all = 0;

    bool areAll() const { return weak > 0 && weak == all; }
};
WeakFrames weakFramesOf(const GrowthSeries& series, const GrowthFit& fit);

/// "3 of its 11 frames are weak", "all of its 11 frames are weak: no R_max is certain"; empty where
/// none is.
std::string weakWords(const WeakFrames& frames);

/// Reason why the chosen law is not to be relied on: it is not fitted, all of its frames are weak, or it misses its points.
/// Empty: it is.
std::string doubtOf(const GrowthSeries& series, const std::vector<GrowthFit>& fits, std::string_view chosen);

/// True where the line with an intercept says that nothing grows: its slope lies within two standard errors of nothing, widened
/// by the scatter about it where that is more than the points' errors explain.
bool showsNoGrowth(const std::vector<GrowthFit>& fits);

/// "58 of 60 frames; without 3, 7": which frames a robust fit passes by.
std::string withoutWeightWords(const GrowthFit& fit);

/// How far each fit's AIC lies above the lowest one on the same frames, in the fits' order; NaN where there is nothing to
/// compare.
std::vector<double> aicAboveLowest(const std::vector<GrowthFit>& fits);

/// One model fitted to the series.
GrowthFit fitGrowth(const GrowthSeries& series, const FitSettings& settings, const GrowthModel& model);

/// Every model fitted to the series, in the list's order; `settings.chosenModel()` is the chosen one.
std::vector<GrowthFit> fitGrowth(const GrowthSeries& series, const FitSettings& settings);

}  // namespace coarsen
