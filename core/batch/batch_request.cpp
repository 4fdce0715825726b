// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/batch_request.hpp"

#include "core/analysis/recipe_for_series.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/version.hpp"
#include "core/job/region_of_frames.hpp"
#include "core/recipe/recipe_json.hpp"
#include "core/series/frame_sizes.hpp"
#include "core/series/volume_series.hpp"
#include "core/session/path_text.hpp"
#include "core/session/relocate.hpp"

#include <algorithm>

namespace coarsen {

namespace {

namespace fs = std::filesystem;

/// The recipe of a file, with what it names looked for beside it.
Recipe recipeOf(const fs::path& file, std::vector<std::string>& notes) {
    const auto bytes = readWhole(file);
    Session named;
    named.recipe = recipeFromJson({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, displayName(file));
    const std::vector<MovedFile> moved = movedFiles(named, {{file.parent_path()}});
    takeFiles(named, moved);
    for (const MovedFile& one : moved)
        if (!one.now.empty() && !one.isCertain)
            notes.push_back(pathText(one.before) + " is not there; " + pathText(one.now) + " is taken for it");
    return named.recipe;
}

bool isFitSetting(const std::pair<std::string, std::string>& change) {
    return change.first.starts_with("fit.");
}

}  // namespace

Session openedSeries(const BatchSeries& series, const BatchSettings& settings, std::vector<std::string>& notes) {
    Session session;
    session.version = version;
    SeriesOpening opening = settings.opening;
    if (series.position) opening.position = series.position;
    session.series = openSeries({series.path}, opening);
    session.recipe = series.recipe.empty() ? settings.recipe : recipeOf(series.recipe, notes);
    const bool isOwn = series.recipe.empty() && settings.recipeFile.empty();
    if (isOwn) session.recipe = recipeForSeries(session.recipe, session.series);
    GivenSettings given = settings.changes;
    if (!series.t0.empty()) given.emplace_back("t0_s", series.t0);
    if (!series.fit.empty()) given.emplace_back("fit", series.fit);
    applySettings(session.recipe, given);
    tellInfoBar(session.series, session.recipe);
    if (settings.rois) {
        const RegionOfFrames region = regionOfFrames(*settings.rois, session.series);
        applyRegion(session.recipe, region.region);
        if (!region.said.text.empty()) notes.push_back(region.said.text);
    }
    session.calibration = session.series.calibration;
    if (const auto typed = series.calibration ? series.calibration : settings.scale.pixelSize)
        takeTypedSize(session.series, session.calibration = calibrationFor(session.series, *typed));
    if (const auto interval = series.intervalS ? series.intervalS : settings.scale.intervalS)
        session.times = {TimeChoice::Kind::interval, *interval, {}};
    assignTimes(session.series, session.times);
    if (countsFrames(session.series)) refuseTimesOfNumbers(given);
    refuseUnsaidNumbers(session);
    applyDates(session, given);
    session.series.name = session.name = series.name;
    session.engine = settings.engine;
    session.convolutionEngine = settings.engines.convolution;
    return session;
}

RunRequest runOf(const Session& session, const BatchSettings& settings) {
    RunRequest request;
    request.series = session.series;
    request.recipe = session.recipe;
    request.calibration = session.calibration;
    request.engines = settings.engines;
    request.engines.name = session.engine;
    request.threads = settings.threads;
    request.memoryBytes = settings.memoryBytes;
    return request;
}

RunChoices choicesOf(const BatchSeries& series, const BatchRequest& request, const fs::path& folder) {
    const BatchSettings& settings = request.settings;
    RunChoices choices{.output = folder, .resumes = request.resumes, .replaces = request.replaces};
    for (const auto& [key, text] : settings.changes)
        choices.settings.push_back(key);
    choices.readFiles = request.readFiles;
    for (const fs::path& file : {settings.recipeFile, series.recipe})
        if (!file.empty()) choices.readFiles.push_back(file);
    choices.givesFit = !settings.recipeFile.empty() || !series.recipe.empty() || !series.t0.empty() || !series.fit.empty() ||
                       std::ranges::any_of(settings.changes, isFitSetting);
    choices.givesPixelSize = series.calibration || settings.scale.pixelSize;
    choices.givesTimes = series.intervalS || settings.scale.intervalS;
    return choices;
}

}  // namespace coarsen
