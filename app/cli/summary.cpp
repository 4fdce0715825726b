// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/summary.hpp"

#include "core/analysis/run_series.hpp"
#include "core/analysis/scaling.hpp"
#include "core/base/numbers.hpp"
#include "core/export/run_tables.hpp"
#include "core/growth/focus_change.hpp"
#include "core/growth/parameter_unit.hpp"
#include "core/growth/quench_shift.hpp"
#include "core/session/series_name.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace coarsen::cli {

namespace {

namespace fs = std::filesystem;

std::string count(std::size_t number, const std::string& noun) {
    return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

std::string lengthText(const LengthScale& length, const Calibration& calibration) {
    const double scale = calibration.isKnown() ? calibration.umPerPx() : 1;
    const RoundedPair pair = roundedToError(length.px * scale, length.errorPx * scale);
    return pair.value + (pair.error.empty() ? "" : " ± " + pair.error) + (calibration.isKnown() ? " µm" : " px");
}

constexpr std::string_view weakMeaning =
    "A weak R_max may be chance, or bent by a fault of the picture: column message of results.csv";

std::string framesText(const Session& session, double seconds) {
    std::map<std::string, std::size_t> states;
    std::set<std::string> engines;
    std::size_t weak = 0;
    for (const auto& [frame, row] : session.results) {
        ++states[std::string(nameOf(row->status))];
        weak += row->status == FrameStatus::ok && row->rMax.quality == Quality::weak ? 1 : 0;
        if (!row->engine.empty()) engines.insert(row->engine);
    }
    std::string text = "Frames  " + std::to_string(session.results.size()) + ": " + std::to_string(states["ok"]) + " with R_max";
    if (weak > 0) text += " (" + std::to_string(weak) + " weak)";
    for (const auto& [state, words] : {std::pair{"no-peak", "without a peak"}, {"excluded", "excluded"}, {"failed", "failed"}})
        if (states[state] > 0) text += ", " + std::to_string(states[state]) + " " + words;
    const RoundedPair time = roundedToError(seconds, 0.03 * seconds);
    text += "; " + time.value + " s";
    for (const std::string& engine : engines)
        text += (engine == *engines.begin() ? ", " : " and ") + engine;
    return text + "\n" + (weak > 0 ? "        " + std::string(weakMeaning) + "\n" : "");
}

std::string growthText(const Session& session) {
    const std::string fitted = fitOf(session.recipe).length;
    const LengthEstimator* const estimator = lengthEstimator(fitted);
    const std::string key = estimator && !estimator->needsMaximum() ? fitted : "r_max", name = key == "r_max" ? "R_max" : key;
    const auto hasLength = [&](const auto& entry) {
        return entry.second->status != FrameStatus::excluded && entry.second->hasLength(key);
    };
    const auto first = std::ranges::find_if(session.results, hasLength);
    const std::string start = name + std::string(name.size() < 8 ? 8 - name.size() : 1, ' ');
    if (first == session.results.end())
        return start + (key == "r_max" ? "none of the frames has a second maximum\n" : "none of the frames has one\n");
    auto last = first;
    for (auto entry = first; entry != session.results.end(); ++entry)
        if (hasLength(*entry)) last = entry;
    const auto words = [&](auto entry) {
        return lengthText(entry->second->length(key), session.calibration) + " (frame " + std::to_string(entry->first) + ")";
    };
    return start + words(first) + (last != first ? "  →  " + words(last) : "") + "\n";
}

std::string fitText(const Session& session) {
    const FitSettings settings = fitOf(session.recipe);
    const auto fit = std::ranges::find(session.fits, settings.chosenModel(), &GrowthFit::model);
    if (fit == session.fits.end()) return {};
    const std::string noQuench =
        settings.t0S ? ""
                     : "        t0 is not set: time counts from the first frame; growth laws need the time of the quench: --t0\n";
    if (!fit->isFitted()) return "Fit     none: " + fit->reason + "\n" + noQuench;
    const GrowthSeries series = growthOf(session);
    const WeakFrames weak = weakFramesOf(series, *fit);
    if (weak.areAll()) return "Fit     none to rely on: " + weakWords(weak) + "; fit.json has the laws' numbers\n" + noQuench;
    const std::string length = series.lengthUnit == "um" ? "µm" : series.lengthUnit;
    const GrowthModel& model = growthModelNamed(fit->model);
    std::string equation = model.equation;
    if (const std::size_t at = equation.find("R_max"); at != std::string::npos && settings.length != "r_max")
        equation.replace(at, std::string_view("R_max").size(), settings.length);
    std::string text = "Fit     " + equation;
    for (const FitParameter& parameter : fit->parameters) {
        const RoundedPair pair = roundedToError(parameter.value, parameter.error);
        const std::string unit = unitOf(model.parameter(parameter.name), length, series.timeUnit);
        text += (parameter.name == fit->parameters.front().name ? ":  " : ",  ") + parameter.name + " = " + pair.value +
                (pair.error.empty() ? "" : " ± " + pair.error) + (unit.empty() ? "" : " " + unit);
    }
    text += "  (" + (fit->withoutWeight.empty() ? count(fit->frames.size(), "frame") : withoutWeightWords(*fit)) + ")\n";
    if (weak.weak > 0) text += "        " + weakWords(weak) + " (column quality)\n";
    if (const auto change = focusChange(series, *fit)) text += "        " + focusWords(*change) + "\n";
    if (const auto shift = fit->model == "power" ? quenchShift(series, settings) : std::nullopt) {
        const auto [low, high] = std::minmax(shift->nEarlier, shift->nLater);
        text += "        t0 ± " + shortest(shift->interval) + " " + series.timeUnit +
                " (one interval): n = " + roundedToError(low, 0.01).value + " to " + roundedToError(high, 0.01).value + "\n";
    }
    if (showsNoGrowth(session.fits))
        text += fit->model == "line" ? "        No growth within the error\n"
                                     : "        A line with an intercept shows no growth within the error (--fit line)\n";
    if (const std::string misses = misfitWords(fit->misfit); !misses.empty())
        text += "        It " + misses + " (frame " + std::to_string(fit->misfit.frame) +
                "): the law does not describe them, and its errors are too small\n";
    if (const auto better = betterModel(session.fits, fit->model))
        text += "        The data prefer '" + growthModelNamed(better->model).label + "' (--fit " + better->model +
                "): it fits far better (AIC)" +
                (better->misfit.isSure ? ", but it " + misfitWords(better->misfit) + ", too" : "") + "\n";
    return text + noQuench;
}

/// Statement whether the volumes grow self-similarly; nothing where no surface was measured.
std::string surfaceText(const Session& session) {
    if (!anySurface(session.results)) return {};
    const std::string statement = scalingStatement(scalingTrends(session.rows(), session.neighbourCorrelations));
    return statement.empty() ? "" : "Surface " + statement + "\n";
}

}  // namespace

std::string summary(const Session& session, const fs::path& folder, double seconds) {
    std::string text = "Series  " + seriesName(session) + "\n" + framesText(session, seconds) + growthText(session) +
                       fitText(session) + surfaceText(session);
    if (folder.empty()) return text;
    text += "Wrote   ";
    std::set<std::string> always;
    for (const RunTable& table : runTables())  // in the order in which they are read
        if (!table.isMade && always.insert(table.file).second) text += table.file + ", ";
    text += "session.coarsen";
    for (const auto& [name, hash] : session.outputs)
        if (!always.contains(name)) text += ", " + name;
    return text + " in " + folder.string() + "\n";
}

}  // namespace coarsen::cli
