// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/analyze_output.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/export/image_files.hpp"
#include "core/export/tables.hpp"
#include "core/session/run_journal.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <system_error>

namespace coarsen::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::array tableNames{"results.csv", "c1d.csv", "fit.json", "session.coarsen"};

/// A folder for one kind of image.
fs::path made(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        throw StorageError(folder.string(), "the folder cannot be made (" + error.message() + ")",
                           "choose a folder that you may write to");
    return folder;
}

std::string count(std::size_t number, const std::string& noun) {
    return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

std::string lengthText(const FrameResult& row, const Calibration& calibration) {
    const double scale = calibration.isKnown() ? calibration.umPerPx() : 1;
    const RoundedPair pair = roundedToError(row.rMax.px * scale, row.rMax.errorPx * scale);
    return pair.value + (pair.error.empty() ? "" : " ± " + pair.error) + (calibration.isKnown() ? " µm" : " px");
}

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
    return text + "\n";
}

std::string growthText(const Session& session) {
    const auto hasLength = [](const auto& entry) { return entry.second->status == FrameStatus::ok; };
    const auto first = std::ranges::find_if(session.results, hasLength);
    if (first == session.results.end()) return "R_max   none of the frames has a second maximum\n";
    auto last = first;
    for (auto entry = first; entry != session.results.end(); ++entry)
        if (hasLength(*entry)) last = entry;
    std::string text =
        "R_max   " + lengthText(*first->second, session.calibration) + " (frame " + std::to_string(first->first) + ")";
    if (last != first)
        text += "  →  " + lengthText(*last->second, session.calibration) + " (frame " + std::to_string(last->first) + ")";
    return text + "\n";
}

std::string fitText(const Session& session) {
    const auto fit = std::ranges::find(session.fits, session.recipe.fit.model, &GrowthFit::model);
    if (fit == session.fits.end()) return {};
    if (!fit->isFitted()) return "Fit     none: " + fit->reason + "\n";
    const GrowthSeries series = growthSeries(session.rows(), session.calibration, session.recipe.fit.length);
    const std::string length = series.lengthUnit == "um" ? "µm" : series.lengthUnit;
    const std::map<std::string, std::string> units{{"v", " " + length + "/" + series.timeUnit},
                                                   {"R0", " " + length},
                                                   {"Rc", " " + length},
                                                   {"tc", " " + series.timeUnit},
                                                   {"t0", " " + series.timeUnit}};
    std::string equation = growthModelNamed(fit->model).equation;
    if (const std::size_t at = equation.find("R_max"); at != std::string::npos && session.recipe.fit.length != "r_max")
        equation.replace(at, std::string_view("R_max").size(), session.recipe.fit.length);
    std::string text = "Fit     " + equation;
    for (const FitParameter& parameter : fit->parameters) {
        const RoundedPair pair = roundedToError(parameter.value, parameter.error);
        const auto unit = units.find(parameter.name);
        text += (parameter.name == fit->parameters.front().name ? ":  " : ",  ") + parameter.name + " = " + pair.value +
                (pair.error.empty() ? "" : " ± " + pair.error) + (unit == units.end() ? "" : unit->second);
    }
    text += "  (" + count(fit->frames.size(), "frame") + ")\n";
    if (const std::string misses = misfitWords(fit->misfit); !misses.empty())
        text += "        It " + misses + " (frame " + std::to_string(fit->misfit.frame) +
                "): the law does not describe them, and its errors are too small\n";
    if (const auto better = betterModel(session.fits, fit->model))
        text += "        The data prefer '" + growthModelNamed(better->model).label + "' (--fit " + better->model +
                "): its AIC is " + shortest(std::round(better->aicLower)) + " lower\n";
    if (session.recipe.fit.t0S == 0 && session.results.begin()->second->timeS == 0)
        text += "        Time counts from frame " + std::to_string(session.results.begin()->first) +
                "; growth laws need the time of the quench: --t0\n";
    return text;
}

}  // namespace

void prepareFolder(const fs::path& folder, const AnalyzeOptions& options) {
    std::error_code unknown;
    if (fs::exists(folder, unknown) && !fs::is_directory(folder, unknown))
        throw StorageError(folder.string(), "it is not a folder", "choose another name for the output");
    if (!options.resume && !options.force) {
        if (fs::exists(folder / RunJournal::fileName, unknown))
            throw StorageError(folder.string(), "it holds an interrupted run",
                               "continue it with --resume, or measure everything again with --force");
        for (const char* name : tableNames)
            if (fs::exists(folder / name, unknown))
                throw StorageError(folder.string(), "it already holds results (" + std::string(name) + ")",
                                   "choose another folder, or replace them with --force");
    }
    made(folder);
}

ImageSaver::ImageSaver(fs::path folder, const AnalyzeOptions& options, const ImageSeries& series)
    : folder_(std::move(folder)),
      savesMap_(options.saves("c2d")),
      savesFinal_(options.saves("final")),
      savesMask_(options.saves("mask")) {
    if (!isNeeded()) return;
    for (const FrameSource& source : series.frames) {
        isMultiPage_ = isMultiPage_ || source.page > 0;
        ++stems_[source.file.stem().string()];
    }
    for (const auto& [wanted, name] : {std::pair{savesMap_, "c2d"}, {savesFinal_, "final"}, {savesMask_, "mask"}})
        if (wanted) made(folder_ / name);
}

std::string ImageSaver::nameFor(const FrameSource& source, int index) const {
    const auto padded = [](int number) {
        const std::string digits = std::to_string(number);
        return std::string(digits.size() < 4 ? 4 - digits.size() : 0, '0') + digits;
    };
    const std::string stem = source.file.stem().string();
    if (isMultiPage_) return stem + "_p" + padded(source.page);
    return stems_.at(stem) > 1 ? stem + "_f" + padded(index) : stem;
}

void ImageSaver::save(const FrameSource& source, int index, const Frame& frame, const CorrelationMap& map) const {
    const std::string name = nameFor(source, index);
    if (savesMap_) writeMapTiff(folder_ / "c2d" / (name + ".tif"), map);
    if (savesFinal_) writeFloatTiff(folder_ / "final" / (name + ".tif"), frame.image, frame.greyUnit);
    if (savesMask_) writeMaskPng(folder_ / "mask" / (name + ".png"), frame.mask, frame.image.width(), frame.image.height());
}

void writeTables(const fs::path& folder, const Session& session) {
    writeWhole(folder / "results.csv", resultsCsv(session));
    writeWhole(folder / "c1d.csv", c1dCsv(session));
    writeWhole(folder / "fit.json", fitJson(session));
    if (session.recipe.measure.sectors > 0) writeWhole(folder / "sectors.csv", sectorsCsv(session));
    writeSession(folder / "session.coarsen", session);
}

std::string summary(const Session& session, const fs::path& folder, double seconds) {
    std::string text = framesText(session, seconds) + growthText(session) + fitText(session);
    if (folder.empty()) return text;
    text += "Wrote   ";
    for (const char* name : tableNames)
        text += std::string(name == tableNames.front() ? "" : ", ") + name;
    if (session.recipe.measure.sectors > 0) text += ", sectors.csv";
    return text + " in " + folder.string() + "\n";
}

}  // namespace coarsen::cli
