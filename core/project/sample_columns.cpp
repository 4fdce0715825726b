// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/sample_columns.hpp"

#include "core/base/error.hpp"
#include "core/growth/parameter_unit.hpp"

#include <algorithm>
#include <cmath>

namespace coarsen {

namespace {

using Line = const SampleLine&;

SampleValue parameterOf(const GrowthFit* fit, std::string_view name) {
    if (!fit) return {};
    const auto found = std::ranges::find(fit->parameters, name, &FitParameter::name);
    if (found == fit->parameters.end()) return {};
    return {found->value, found->error, fit->model};
}

/// Parameter of the chosen law, where it has that one, else of the first of the others that is fitted.
SampleValue parameterOf(const FittedGrowth& fitted, std::string_view name, std::initializer_list<std::string_view> others) {
    SampleValue own = parameterOf(fitted.chosenFit(), name);
    for (const std::string_view law : others)
        if (std::isnan(own.value)) own = parameterOf(fitted.fit(law), name);
    return own;
}

SampleValue ofPoint(const GrowthPoint& point) {
    return {point.length, point.error > 0 ? point.error : SampleValue().error};
}

SampleValue atX(Line line, double) {
    return {.value = line.x};
}

SampleValue rate(Line line, double) {
    return parameterOf(line.fitted, "v", {"line"});
}

SampleValue exponent(Line line, double) {
    return parameterOf(line.fitted, "n", {"power", "power-t0"});
}

SampleValue amplitude(Line line, double) {
    return parameterOf(line.fitted, "A", {"power", "power-t0"});
}

SampleValue lawValue(Line line, double) {
    const GrowthFit* const fit = line.fitted.chosenFit();
    return fit ? parameterOf(fit, fit->parameters.front().name) : SampleValue();
}

SampleValue firstLength(Line line, double) {
    const auto points = line.fitted.pointsInFit();
    return points.empty() ? SampleValue() : ofPoint(points.front());
}

SampleValue lastLength(Line line, double) {
    const auto points = line.fitted.pointsInFit();
    return points.empty() ? SampleValue() : ofPoint(points.back());
}

/// Frames may show the same domains: the mean's error is taken to be theirs, and does not shrink with their number.
SampleValue meanLength(Line line, double) {
    const auto points = line.fitted.pointsInFit();
    if (points.empty()) return {};
    SampleValue mean{0, 0};
    for (const GrowthPoint& point : points) {
        mean.value += point.length / static_cast<double>(points.size());
        mean.error += ofPoint(point).error / static_cast<double>(points.size());
    }
    return mean;
}

SampleValue lengthAtTime(Line line, double time) {
    return lengthAt(line.fitted, time);
}

SampleValue frames(Line line, double) {
    return {.value = line.sample ? line.sample->counts.frames : SampleValue().value};
}

SampleValue measured(Line line, double) {
    return {.value = line.sample ? static_cast<double>(line.sample->counts.measured)
                                 : static_cast<double>(line.fitted.growth.points.size())};
}

SampleValue chi2(Line line, double) {
    const GrowthFit* const fit = line.fitted.chosenFit();
    return fit ? SampleValue{.value = fit->chi2Reduced, .law = fit->model} : SampleValue();
}

SampleValue contrast(Line line, double) {
    return {.value = line.sample ? line.sample->contrast : SampleValue().value};
}

SampleValue fewestDomains(Line line, double) {
    SampleValue fewest;
    for (const GrowthPoint& point : line.fitted.pointsInFit())
        fewest.value = std::fmin(fewest.value, point.domains);
    return fewest;
}

SampleValue startTime(Line line, double) {
    const auto points = line.fitted.pointsInFit();
    return points.empty() ? SampleValue() : SampleValue{.value = points.front().time - line.fitted.origin()};
}

SampleValue endTime(Line line, double) {
    const auto points = line.fitted.pointsInFit();
    return points.empty() ? SampleValue() : SampleValue{.value = points.back().time - line.fitted.origin()};
}

ModelParameter quantity(std::string symbol, int length = 0, int time = 0, std::string exponent = {}) {
    return {.name = {}, .symbol = std::move(symbol), .length = length, .time = time, .exponent = std::move(exponent)};
}

}  // namespace

SampleValue lengthAt(const FittedGrowth& fitted, double time) {
    const GrowthFit* const fit = fitted.chosenFit();
    if (!fit) return {};
    const double at = fitted.origin() + time;
    return {fit->valueAt(at), fit->standardErrorAt(at), fit->model};
}

const std::vector<SampleColumn>& sampleColumns() {
    static const std::vector<SampleColumn> columns{
        {"x", "x", quantity("x"), atX, false, {}, "The condition as a number."},
        {"rate", "Rate", quantity("v", 1, -1), rate, false, {}, "v of the chosen law, else of the line with an intercept.", true},
        {"exponent",
         "Exponent",
         quantity("n"),
         exponent,
         false,
         {},
         "n of the chosen law, else of the power law, with its own t0 where none is known.",
         true},
        {"amplitude", "Amplitude", quantity("A", 1, 0, "n"), amplitude, false, {}, "A of the same law as the exponent.", true},
        {"law_value", "Law's first value", quantity(""), lawValue, false, {}, "The chosen law's first parameter.", true},
        {"length_first", "First length", quantity("R", 1), firstLength, false, {}, "Length of the first frame in the fit."},
        {"length_last", "Last length", quantity("R", 1), lastLength, false, {}, "Length of the last frame in the fit."},
        {"length_mean", "Mean length", quantity("R", 1), meanLength, false, {}, "Mean over the frames in the fit."},
        {"length_at", "Length at a time", quantity("R", 1), lengthAtTime, true, {}, "Length on the chosen law's curve."},
        {"frames", "Frames", quantity("N"), frames, false, {}, "Number of frames of the series."},
        {"measured",
         "Measured",
         quantity("N"),
         measured,
         false,
         {},
         "Number of frames with a length; for a condition, of its times."},
        {"chi2",
         "Reduced chi²",
         quantity("χ²/ν"),
         chi2,
         false,
         {},
         "Misfit of the chosen law: above 2 it misses its points.",
         true},
        {"contrast", "Contrast", quantity("s"), contrast, false, "grey levels",
         "Standard deviation of the final images' grey values, mean over the frames."},
        {"domains", "Domains", quantity("Nd"), fewestDomains, false, {}, "Number of domains in the image that shows the fewest."},
        {"time_first",
         "First time",
         quantity("t", 0, 1),
         startTime,
         false,
         {},
         "Time of the first frame in the fit, since the origin."},
        {"time_last",
         "Last time",
         quantity("t", 0, 1),
         endTime,
         false,
         {},
         "Time of the last frame in the fit, since the origin."},
    };
    return columns;
}

const SampleColumn& sampleColumn(std::string_view key) {
    std::string known;
    for (const SampleColumn& column : sampleColumns()) {
        if (column.key == key) return column;
        known += (known.empty() ? "" : ", ") + column.key;
    }
    throw SettingError(std::string(key), "there is no such column of samples", "choose one of " + known);
}

std::string unitOf(const SampleColumn& column, const FittedGrowth& fitted) {
    ModelParameter quantity = column.quantity;
    if (const GrowthFit* const fit = column.key == "law_value" ? fitted.chosenFit() : nullptr)
        quantity = growthModelNamed(fit->model).parameter(fit->parameters.front().name);
    const std::string unit = unitOf(quantity, fitted.growth.lengthUnit, fitted.growth.timeUnit);
    return unit.empty() ? column.unit : unit;
}

}  // namespace coarsen
