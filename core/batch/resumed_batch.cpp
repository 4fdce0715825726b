// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/resumed_batch.hpp"

#include "core/base/error.hpp"
#include "core/job/continued_run.hpp"
#include "core/project/project.hpp"
#include "core/session/run_journal.hpp"
#include "core/session/series_name.hpp"

#include <algorithm>
#include <optional>
#include <system_error>

namespace coarsen {

namespace {

namespace fs = std::filesystem;

void requireSameSettings(const BatchSeries& series, const BatchSettings& settings, const fs::path& folder) {
    Session session;
    RunIdentity identity;
    try {
        std::vector<std::string> notes;
        session = openedSeries(series, settings, notes);
        identity = runIdentity(runOf(session, settings));
    } catch (const Error&) {  // it cannot be measured, which is said in its turn, and stays as it is
        return;
    }
    try {
        requireSameSettingsIn(folder, identity, session);
    } catch (const InputError& error) {
        throw InputError(series.name + " (" + error.subject() + ")", error.reason(),
                         "give the same settings, choose another folder, or measure everything again with --force");
    }
}

}  // namespace

void requireSameSettings(const BatchRequest& request, const std::vector<fs::path>& folders) {
    for (std::size_t i = 0; i < request.series.size(); ++i)
        if (request.series[i].path.extension() != sessionEnding)
            requireSameSettings(request.series[i], request.settings, folders[i]);
}

std::vector<BatchSeries> seriesOfBefore(const BatchRequest& request, const std::vector<fs::path>& folders) {
    const fs::path file = request.output / "batch.json";
    std::error_code unknown;
    if (!fs::exists(file, unknown)) return {};
    std::vector<BatchSeries> before;
    for (const ProjectSeries& series : readProject(file).series) {
        const fs::path folder = series.path.parent_path();
        const bool isOurs = series.isSession() && folder.parent_path() == request.output;
        const bool isNamed =
            std::ranges::count(folders, folder) > 0 || std::ranges::count(request.series, series.path, &BatchSeries::path) > 0;
        if (isOurs && !isNamed && fs::exists(series.path, unknown))
            before.push_back({.path = series.path, .name = series.shownName(), .group = series.group, .x = series.x});
    }
    return before;
}

}  // namespace coarsen
