// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/ensemble_run.hpp"

#include "app/cli/earlier_session.hpp"
#include "app/cli/progress.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/ensemble/grouping.hpp"
#include "core/ensemble/pixel_sizes.hpp"
#include "core/recipe/recipe.hpp"
#include "core/series/volume_series.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace coarsen::cli {

namespace {

namespace fs = std::filesystem;

std::string folderName(const fs::path& input) {
    const fs::path plain = input.lexically_normal();
    const fs::path name = plain.has_filename() ? plain.filename() : plain.parent_path().filename();
    return displayName(name.empty() || name == "." || name == ".." ? fs::absolute(input).lexically_normal() : name);
}

GroupRequest groupOf(const AnalyzeOptions& options, const std::vector<std::string>& inputs, const Engines& engines,
                     ProgressReport& report) {
    AnalyzeOptions own = options;
    own.inputs = inputs;
    GroupRequest group;
    group.session = requestedSession(own, {}, report);
    requirePictures(group.session.series, "ensemble");
    report.sayNotes(group.session.series);
    group.run = runRequest(own, group.session, {}, engines);
    group.run.keepsImages = true;  // their maps are pooled
    return group;
}

std::vector<GroupRequest> groupsOfInputs(const AnalyzeOptions& options, const Engines& engines, ProgressReport& report) {
    std::vector<GroupRequest> groups;
    for (const std::string& input : options.inputs) {
        groups.push_back(groupOf(options, {input}, engines, report));
        groups.back().name = folderName(input);
    }
    return groups;
}

/// The groups of one series, each with its own frames of it.
std::vector<GroupRequest> groupsOf(const Grouping& grouping, const GroupRequest& all, ProgressReport& report) {
    const int leftOut = ungrouped(grouping, all.run.series);
    if (leftOut > 0) {
        const std::string where = grouping.table.empty() ? "no group" : displayName(grouping.table);
        report.say(std::to_string(leftOut) + (leftOut == 1 ? " image has no row in " : " images have no row in ") + where +
                   " and " + (leftOut == 1 ? "is" : "are") + " left out");
    }
    std::vector<GroupRequest> groups;
    for (const FrameGroup& group : grouping.groups) {
        groups.push_back(all);
        groups.back().name = group.name;
        groups.back().x = group.x;
        std::vector<int>& frames = groups.back().run.frames = group.frames;
        std::erase_if(frames, [&](int frame) { return all.session.excluded.contains(frame); });
        groups.back().session.ensemble = grouping;
    }
    return groups;
}

bool isSession(const std::string& input) {
    return fs::path(input).extension() == ".coarsen";
}

/// Groups that the session keeps; without any all of its images are one.
std::vector<GroupRequest> groupsOfSession(const AnalyzeOptions& options, const Engines& engines, ProgressReport& report) {
    AnalyzeOptions own = options;
    own.session = std::exchange(own.inputs, {}).front();
    const Session earlier = earlierSession(own, report);
    GroupRequest all;
    all.session = requestedSession(own, earlier, report);
    requirePictures(all.session.series, "ensemble");
    all.run = runRequest(own, all.session, earlier, engines);
    all.run.keepsImages = true;
    refuseWhatIsMissing(own, earlier, all.run);
    reportInputs(earlier, report);
    report.sayNotes(all.session.series);
    return groupsOf(earlier.ensemble.value_or(inOneGroup(earlier.series)), all, report);
}

std::vector<GroupRequest> groupsAsAsked(const AnalyzeOptions& options, const EnsembleChoices& choices, const Engines& engines,
                                        ProgressReport& report) {
    const auto sessions = std::ranges::count_if(options.inputs, isSession);
    if (sessions > 0 && (options.inputs.size() > 1 || !choices.table.empty()))
        throw SettingError("INPUT", "a session names its own images and groups",
                           "give it alone; --recipe and --set change what it measures");
    if (sessions > 0) return groupsOfSession(options, engines, report);
    if (choices.table.empty()) return groupsOfInputs(options, engines, report);
    const GroupRequest all = groupOf(options, options.inputs, engines, report);
    return groupsOf(byColumn(all.run.series, choices.table, choices.column), all, report);
}

std::vector<ImagesOfGroup> imagesOf(const std::vector<GroupRequest>& groups, bool isGiven) {
    std::vector<ImagesOfGroup> images;
    for (const GroupRequest& group : groups)
        images.push_back({group.name, group.run.series, framesOf(group.run), group.session.calibration, isGiven});
    return images;
}

}  // namespace

std::vector<GroupRequest> groupRequests(const AnalyzeOptions& options, const EnsembleChoices& choices, const Engines& engines,
                                        ProgressReport& report) {
    std::vector<GroupRequest> groups = groupsAsAsked(options, choices, engines, report);
    requireOnePixelSize(imagesOf(groups, options.scale.pixelSize.has_value()));
    if (!choices.sweep) return groups;
    const auto& [key, values] = *choices.sweep;
    std::vector<GroupRequest> swept;
    for (const GroupRequest& group : groups)
        for (const std::string& value : values) {
            GroupRequest one = group;
            setText(one.run.recipe, key, value);
            one.session.recipe = one.run.recipe;
            one.name += (one.name.empty() ? "" : " ") + key + "=" + value;
            if (std::isnan(one.x)) one.x = parseNumber(value).value_or(EnsembleLength::nan);
            swept.push_back(std::move(one));
        }
    return swept;
}

}  // namespace coarsen::cli
