// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/recipe_words.hpp"

#include "core/base/numbers.hpp"
#include "core/growth/growth_fit.hpp"

#include <cmath>
#include <iomanip>
#include <sstream>

namespace coarsen {

namespace {

std::string numberInWords(double number, int digits) {
    std::ostringstream text;
    text << std::setprecision(digits) << number;
    return text.str();
}

/// In the unit, or in a smaller one that makes a short number of it: −20 h rather than −0.8333333333 d.
std::string timeInWords(double seconds, TimeUnit unit) {
    if (unit == TimeUnit::automatic) return numberInWords(seconds, 10);
    for (const TimeUnit smaller : {TimeUnit::day, TimeUnit::hour, TimeUnit::minute, TimeUnit::second}) {
        const std::string text = numberInWords(seconds / secondsIn(smaller), 6);
        const bool isWhole = std::abs(std::stod(text) * secondsIn(smaller) - seconds) <= 1e-9 * std::abs(seconds);
        if (smaller <= unit && isWhole) return text + " " + std::string(nameOf(smaller));
    }
    return numberInWords(seconds / secondsIn(unit), 10) + " " + std::string(nameOf(unit));
}

std::string fitInWords(const Recipe& recipe, TimeUnit unit) {
    const FitSettings fit = fitOf(recipe);
    const GrowthModel& model = growthModelNamed(fit.chosenModel());
    std::string text = model.label + ", " + model.equation + ", of " + fit.length;
    text += fit.t0S ? ", quench at " + timeInWords(*fit.t0S, unit) : ", quench not known";
    const auto end = [&](const std::optional<double>& time, const char* open) {
        return time ? timeInWords(*time - fit.t0S.value_or(0), unit) : open;
    };
    if (fit.fromS || fit.toS)
        text += ", from " + end(fit.fromS, "the first frame") + " to " + end(fit.toS, "the last frame") +
                (fit.t0S ? " after it" : " on the series' clock");
    text += fit.weights == FitWeights::error      ? ", weighted by each frame's error"
            : fit.weights == FitWeights::relative ? ", weighted by 1/R^2"
            : fit.weights == FitWeights::r4       ? ", weighted by 1/R^4"
                                                  : ", equal weights";
    if (fit.robust) text += ", robust";
    if (fit.bootstrap > 0) text += ", bootstrap of " + std::to_string(fit.bootstrap);
    return text;
}

/// Choices that a recipe of earlier versions does not state.
std::string newerChoices(const MeasureSettings& measure) {
    std::string text;
    if (measure.maximum == MaximumRule::significant) text += ", the first significant maximum";
    if (measure.maximum == MaximumRule::first) text += ", the first maximum";
    if (measure.takesMeanFreeBracket()) text += ", between 2 and 4 zeros of the map about the mean";
    if (measure.smallRadii == SmallRadii::quarter) text += ", small radii at quarter pixels";
    if (measure.refining == Refining::fine) text += " and refined by a fifth degree";
    if (measure.errorRule == ErrorRule::pooled) text += ", errors pooled";
    return text;
}

std::string surfaceInWords(const Recipe& recipe) {
    const SurfaceChoices& surface = recipe.surface;
    const auto choice = [&](const char* key) { return std::get<std::string>(valueOf(recipe, key)); };
    std::string text = "phase " + choice("surface.phase") + ", level " + (surface.level ? shortest(*surface.level) : "by Otsu") +
                       ", grey values smoothed by " + shortest(surface.smoothPx) + " px, borders " + choice("surface.borders") +
                       ", ";
    switch (surface.denoise) {
        case DenoiseMethod::automatic:
            text += "denoised where it is noisy: ";
            break;
        case DenoiseMethod::none:
            return text + "not denoised";
        case DenoiseMethod::curvature:
            return text + "motion by curvature for " + shortest(surface.flowTimePx2) + " px^2";
        case DenoiseMethod::gaussian:
            return text + "distance smoothed by " + shortest(surface.gaussianPx) + " px";
        case DenoiseMethod::nlm:
            break;
    }
    return text + "non-local means, rounds " + std::to_string(surface.rounds) + ", alike " + std::to_string(surface.m) +
           ", band " + shortest(surface.bandPx) + " px, c1 " + (surface.c1 ? shortest(*surface.c1) + " px^2" : "infinite") +
           ", c2 " + (surface.c2 ? shortest(*surface.c2) : "by the noise") + ", compared " + choice("surface.mode");
}

}  // namespace

std::string measureInWords(const Recipe& recipe) {
    const MeasureSettings& measure = recipe.measure;
    const auto choice = [&](const char* key) { return std::get<std::string>(valueOf(recipe, key)); };
    return "mean " + choice("measure.mean") + ", norm " + choice("measure.norm") + ", azimuth " + choice("measure.azimuth") +
           ", largest offset " + (measure.maxLag > 0 ? std::to_string(measure.maxLag) + " px" : "a third of the shorter side") +
           ", least rise " + shortest(measure.prominence) + ", weak below " + shortest(measure.weak) +
           " or with an error beyond " + shortest(100 * measure.weakError) + " %" + newerChoices(measure);
}

std::vector<RecipeLine> recipeInWords(const Recipe& recipe, TimeUnit unit) {
    std::vector<RecipeLine> lines;
    for (const Step& step : recipe.steps)
        lines.push_back({step.label(), step.summary()});
    lines.push_back({"Measure", measureInWords(recipe)});
    for (const ScriptLength& length : recipe.lengths)
        lines.push_back({"Length " + length.name, "Python " + length.sourceSha256.substr(0, 8) + ", " + length.column()});
    if (recipe.surface.isOn) lines.push_back({"Surface", surfaceInWords(recipe)});
    lines.push_back({"Fit", fitInWords(recipe, unit)});
    return lines;
}

}  // namespace coarsen
