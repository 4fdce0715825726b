// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/held_series.hpp"

#include "core/analysis/recipe_for_series.hpp"
#include "core/analysis/row_times.hpp"
#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/batch/found_series.hpp"
#include "core/series/volume_series.hpp"
#include "core/series/watch.hpp"
#include "core/session/relocate.hpp"
#include "core/session/series_name.hpp"
#include "core/volume/formats/stored_format.hpp"

#include <algorithm>
#include <iterator>
#include <system_error>
#include <utility>

namespace coarsen::window {

namespace fs = std::filesystem;

namespace {

constexpr int deepest = 3;  // folders below the one that was chosen

std::vector<fs::path> sortedEntries(const fs::path& folder) {
    std::vector<fs::path> entries;
    std::error_code unreadable;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, unreadable))
        if (!entry.path().filename().native().starts_with('.')) entries.push_back(entry.path());
    std::ranges::sort(entries, [](const fs::path& a, const fs::path& b) { return naturalLess(a.string(), b.string()); });
    return entries;
}

void addSeriesOf(const fs::path& folder, int depth, std::vector<ProjectSeries>& found) {
    std::error_code ignored;
    const std::vector<fs::path> entries = sortedEntries(folder);
    const auto isSession = [](const fs::path& path) { return path.extension() == sessionEnding; };
    if (std::ranges::any_of(entries, isSession)) {  // what was measured of the images beside it or below
        for (const fs::path& entry : entries)
            if (isSession(entry)) found.push_back({.path = entry});
        return;
    }
    const auto isImage = [&](const fs::path& path) {
        return isFrameFile(path) && (fs::is_regular_file(path, ignored) || volumes::isFolderInput(path));
    };
    if (std::ranges::any_of(entries, isImage)) return found.push_back({.path = folder});
    if (depth < deepest)
        for (const fs::path& entry : entries)
            if (fs::is_directory(entry, ignored)) addSeriesOf(entry, depth + 1, found);
}

/// The folder that all of these lie below.
fs::path commonFolder(const FoundSeries& series) {
    fs::path common = series.series.front().path.parent_path();
    for (const BatchSeries& one : series.series)
        while (!common.empty() && common != common.parent_path() && *one.path.lexically_relative(common).begin() == "..")
            common = common.parent_path();
    return common;
}

ProjectSeries entryOf(const BatchSeries& one) {
    return {
        .path = one.path, .name = one.name == nameByPath(one.path) ? std::string() : one.name, .group = one.group, .x = one.x};
}

}  // namespace

int framesToMeasure(const Session& session) {
    return static_cast<int>(session.series.frames.size()) - static_cast<int>(session.framesUpToDate().size());
}

Project seriesIn(const std::vector<fs::path>& paths, const fs::path& within) {
    Project all;
    std::vector<ProjectSeries>& found = all.series;
    FoundSeries single;  // folders that are a series each: their paths alone tell names and groups
    std::vector<std::size_t> places;
    for (const fs::path& given : paths) {
        const fs::path path = fs::absolute(given).lexically_normal();
        std::error_code ignored;
        if (path.extension() == projectEnding) {
            const Project project = readProject(path);
            std::ranges::copy(project.series, std::back_inserter(found));
            if (all.xLabel.empty()) all.xLabel = project.xLabel;
        } else if (volumes::isPlainFolder(path)) {
            const std::size_t before = found.size();
            const fs::path folder = path.has_filename() ? path : path.parent_path();
            addSeriesOf(folder, 0, found);
            if (found.size() == before) found.push_back({.path = folder});
            if (std::any_of(found.begin() + static_cast<std::ptrdiff_t>(before), found.end(),
                            [](const ProjectSeries& one) { return one.isSession(); }))
                continue;
            if (found.size() == before + 1) {
                single.series.push_back({.path = found.back().path});
                places.push_back(before);
                continue;
            }
            FoundSeries named = foundSeries(folder);  // images in folders of folders: repeats may lie together
            found.resize(before);
            for (const BatchSeries& one : named.series)
                found.push_back(entryOf(one));
            if (all.xLabel.empty()) all.xLabel = named.xLabel;
        } else {
            found.push_back({.path = path});
        }
    }
    if (single.series.size() > 1 || (!within.empty() && !single.series.empty())) {
        giveNamesBelow(single, within.empty() ? commonFolder(single) : fs::absolute(within).lexically_normal(), true);
        for (std::size_t i = 0; i < places.size(); ++i)
            found[places[i]] = entryOf(single.series[i]);
        if (all.xLabel.empty()) all.xLabel = single.xLabel;
    }
    return all;
}

Recipe likeRecipe(const Recipe& other, const FitSettings& own) {
    Recipe recipe = other;
    recipe.fit.t0S = own.t0S;
    recipe.fit.fromS = own.fromS;
    recipe.fit.toS = own.toS;
    return recipe;
}

void takeTimes(Session& session, ImageSeries series) {
    session.series = std::move(series);
    retime(session.results, session.series);
}

void takeTyped(Session& session, const SharedValues& typed) {
    if (typed.calibration) session.calibration = calibrationFor(session.series, *typed.calibration);
    if (typed.t0S) session.recipe.fit.t0S = typed.t0S;
    for (const auto& [setting, unit] : typed.typedUnits)
        session.typedUnits[setting] = unit;
    if (typed.intervalS) {
        session.times.kind = TimeChoice::Kind::interval;
        session.times.intervalS = *typed.intervalS;
        ImageSeries series = session.series;
        assignTimes(series, session.times);
        takeTimes(session, std::move(series));
    }
    session.fits.clear();  // they are made anew of what holds now
}

HeldSeries readSeries(const fs::path& path, const Recipe& recipeOfNew, FrameOrder order) {
    HeldSeries held;
    auto session = std::make_shared<Session>();
    if (path.extension() == sessionEnding) {
        const bool isLeft = isRecoveryFile(path);
        if (isLeft)
            held.kept = std::make_shared<RecoveryFile>(path);
        else
            held.file = path;
        *session = isLeft ? readSession(path) : held.saved->read(path);
        std::vector<SearchedFolder> beside;
        if (!isLeft) beside.push_back({path.parent_path()});
        takeFiles(*session, movedFiles(*session, beside));
        session->files = knownHashes(*session);
        held.missing = framesWithoutFile(session->series);
    } else {
        session->series = openSeries({path}, {.keepsSlices = true});
        session->times.order = order;
        assignTimes(session->series, session->times);
        session->calibration = session->series.calibration;
        session->recipe = recipeForSeries(recipeOfNew, session->series);
        tellInfoBar(session->series, session->recipe);
        session->files = fileHashes(session->recipe);
        held.isChecked = true;
    }
    held.toMeasure = framesToMeasure(*session);
    held.session = std::move(session);
    return held;
}

}  // namespace coarsen::window
