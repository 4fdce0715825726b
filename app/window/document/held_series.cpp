// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/held_series.hpp"

#include "core/analysis/volume_steps.hpp"
#include "core/base/error.hpp"
#include "core/batch/found_series.hpp"
#include "core/series/volume_series.hpp"
#include "core/series/watch.hpp"
#include "core/session/relocate.hpp"
#include "core/session/series_name.hpp"

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
    const auto isImage = [&](const fs::path& path) { return isFrameFile(path) && fs::is_regular_file(path, ignored); };
    if (std::ranges::any_of(entries, isImage)) return found.push_back({.path = folder});
    if (depth < deepest)
        for (const fs::path& entry : entries)
            if (fs::is_directory(entry, ignored)) addSeriesOf(entry, depth + 1, found);
}

}  // namespace

int framesToMeasure(const Session& session) {
    return static_cast<int>(session.series.frames.size()) - static_cast<int>(session.framesUpToDate().size());
}

Project seriesIn(const std::vector<fs::path>& paths) {
    Project all;
    std::vector<ProjectSeries>& found = all.series;
    for (const fs::path& given : paths) {
        const fs::path path = fs::absolute(given).lexically_normal();
        std::error_code ignored;
        if (path.extension() == projectEnding) {
            const Project project = readProject(path);
            std::ranges::copy(project.series, std::back_inserter(found));
            if (all.xLabel.empty()) all.xLabel = project.xLabel;
        } else if (fs::is_directory(path, ignored)) {
            const std::size_t before = found.size();
            const fs::path folder = path.has_filename() ? path : path.parent_path();
            addSeriesOf(folder, 0, found);
            if (found.size() == before) found.push_back({.path = folder});
            if (found.size() == before + 1 || std::any_of(found.begin() + static_cast<std::ptrdiff_t>(before), found.end(),
                                                          [](const ProjectSeries& one) { return one.isSession(); }))
                continue;
            FoundSeries named = foundSeries(folder);  // images in folders of folders: repeats may lie together
            found.resize(before);
            for (BatchSeries& one : named.series)
                found.push_back({.path = one.path,
                                 .name = one.name == nameByPath(one.path) ? std::string() : one.name,
                                 .group = one.group,
                                 .x = one.x});
            if (all.xLabel.empty()) all.xLabel = named.xLabel;
        } else {
            found.push_back({.path = path});
        }
    }
    return all;
}

HeldSeries readSeries(const fs::path& path, const NewSeries& otherwise) {
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
        session->series = openSeries({path});
        session->times = otherwise.times;
        assignTimes(session->series, session->times);
        session->calibration = session->series.calibration.isKnown() ? session->series.calibration : otherwise.calibration;
        session->recipe = session->series.volumes ? recipeForVolumes(otherwise.recipe) : otherwise.recipe;
        session->files = fileHashes(session->recipe);
        held.isChecked = true;
    }
    held.toMeasure = framesToMeasure(*session);
    held.session = std::move(session);
    return held;
}

}  // namespace coarsen::window
