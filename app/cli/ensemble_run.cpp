// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/ensemble_run.hpp"

#include "app/cli/earlier_session.hpp"
#include "app/cli/progress.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/memory.hpp"
#include "core/base/numbers.hpp"
#include "core/ensemble/grouping.hpp"
#include "core/ensemble/pixel_sizes.hpp"
#include "core/preprocess/info_bar.hpp"
#include "core/recipe/recipe.hpp"
#include "core/series/frame_picture.hpp"
#include "core/series/volume_series.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <sstream>
#include <utility>

namespace coarsen::cli {

namespace {

namespace fs = std::filesystem;

constexpr int imagesUntilTrim = 2;  // maps that wait leave holes in the memory, which grow without it

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

/// Those that the session keeps; without any all of its images are one.
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

std::vector<GroupRequest> groupsAsAsked(const AnalyzeOptions& options, const std::string& table, const std::string& column,
                                        const Engines& engines, ProgressReport& report) {
    const auto sessions = std::ranges::count_if(options.inputs, isSession);
    if (sessions > 0 && (options.inputs.size() > 1 || !table.empty()))
        throw SettingError("INPUT", "a session names its own images and groups",
                           "give it alone; --recipe and --set change what it measures");
    if (sessions > 0) return groupsOfSession(options, engines, report);
    if (table.empty()) return groupsOfInputs(options, engines, report);
    const GroupRequest all = groupOf(options, options.inputs, engines, report);
    return groupsOf(byColumn(all.run.series, table, column), all, report);
}

/// KEY and its values.
std::pair<std::string, std::vector<std::string>> sweepFromText(const std::string& text) {
    const auto cut = text.find('=');
    std::vector<std::string> values;
    std::istringstream parts(cut == std::string::npos ? "" : text.substr(cut + 1));
    for (std::string part; std::getline(parts, part, ',');)
        if (!part.empty()) values.push_back(part);
    if (values.empty()) throw SettingError("--sweep", "'" + text + "' has no values", "write KEY=V1,V2, as channels.sigma=1,2,4");
    return {text.substr(0, cut), values};
}

std::vector<ImagesOfGroup> imagesOf(const std::vector<GroupRequest>& groups, bool isGiven) {
    std::vector<ImagesOfGroup> images;
    for (const GroupRequest& group : groups)
        images.push_back({group.name, group.run.series, framesOf(group.run), group.session.calibration, isGiven});
    return images;
}

/// A run for each size of image, for all frames of one run are of one size. What cannot be read goes with the first and fails
/// there.
std::vector<RunRequest> runsBySize(const RunRequest& whole) {
    std::map<std::pair<int, int>, RunRequest> runs;
    std::vector<int> unreadable;
    for (const int i : framesOf(whole)) {
        try {
            const ImageHeader header = frameHeader(whole.series.frames[static_cast<std::size_t>(i)]);
            const auto [run, isNew] = runs.try_emplace({header.width, pictureHeight(header, whole.recipe.steps)}, whole);
            if (isNew) {
                run->second.series.first = header;
                run->second.frames.clear();
            }
            run->second.frames.push_back(i);
        } catch (const InputError&) {
            unreadable.push_back(i);
        }
    }
    std::vector<RunRequest> list;
    for (auto& [size, run] : runs)
        list.push_back(std::move(run));
    if (list.empty()) return {whole};
    std::vector<int>& frames = list.front().frames;
    frames.insert(frames.end(), unreadable.begin(), unreadable.end());
    std::ranges::sort(frames);
    return list;
}

}  // namespace

std::vector<GroupRequest> groupRequests(const AnalyzeOptions& options, const std::string& table, const std::string& column,
                                        const std::string& sweep, const Engines& engines, ProgressReport& report) {
    std::vector<GroupRequest> groups = groupsAsAsked(options, table, column, engines, report);
    requireOnePixelSize(imagesOf(groups, !options.pixelSize.empty()));
    if (sweep.empty()) return groups;
    const auto [key, values] = sweepFromText(sweep);
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

std::optional<MeasuredGroup> measuredGroup(const GroupRequest& request, ProgressReport& report, std::stop_token stop) {
    EnsembleSum sum(request.run.recipe.measure, request.run.calibration.aspect());
    MeasuredGroup measured;
    // Rows come in the order of the images, their maps in any: they wait here, so that sums are added in one order.
    std::map<int, CorrelationMap> waiting;
    std::mutex mutex;

    RunListener listener;
    listener.images = [&](const FrameSource&, int index, const Frame&, const Measurer::Answer& answer) {
        const std::lock_guard lock(mutex);
        waiting.emplace(index, answer.map);
    };
    listener.finished = [&](const SharedResult& row, const RunProgress& progress) {
        if (row->status == FrameStatus::failed) {
            ++measured.failed;
            report.say(request.name + ", " + row->file + ": " + row->message);
        } else {
            const std::unique_lock lock(mutex);
            auto node = waiting.extract(row->frame);
            sum.add(row, node.mapped());
            if (node.key() % imagesUntilTrim == 0) giveBackFreedMemory();
        }
        measured.rows.push_back(row);
        report.show(progress);
    };
    listener.notice = [&](const std::string& text) { report.say(text); };
    listener.remarked = [&](const std::string& what, const std::string& where) { report.say(what + ": " + where); };
    for (const RunRequest& run : runsBySize(request.run))
        if (!stop.stop_requested()) runSeries(run, listener, stop);
    report.end();
    if (stop.stop_requested()) return std::nullopt;
    measured.group = {request.name, request.x, sum.result()};
    measured.maps = sum.maps();
    return measured;
}

std::optional<Session> sessionOf(const std::vector<GroupRequest>& requests, const std::vector<MeasuredGroup>& measured) {
    Session whole = requests.front().session;
    const std::string recipe = recipeHash(whole.recipe);
    for (const GroupRequest& request : requests)
        if (recipeHash(request.session.recipe) != recipe) return std::nullopt;
    const bool isOneSeries = whole.ensemble.has_value();
    if (!isOneSeries) {  // one after the other, told apart by their groups' names
        whole.series.frames.clear();
        whole.ensemble.emplace();
        whole.times = {.kind = TimeChoice::Kind::index, .table = {}};
    }
    whole.files = fileHashes(whole.recipe);
    const ResultKeys keys = whole.keysOfToday();
    for (std::size_t i = 0; i < measured.size(); ++i) {
        const auto before = static_cast<int>(whole.series.frames.size());
        const auto nameOf = [&](const std::string& file) { return requests.size() > 1 ? requests[i].name + '/' + file : file; };
        if (!isOneSeries) {
            FrameGroup group{.name = requests[i].name, .x = requests[i].x, .frames = {}};
            for (FrameSource source : requests[i].run.series.frames) {
                group.frames.push_back(static_cast<int>(whole.series.frames.size()));
                source.name = nameOf(source.name);
                source.timeS = group.frames.back();  // independent images have no common clock
                source.timeSource = TimeSource::index;
                whole.series.frames.push_back(std::move(source));
            }
            whole.ensemble->groups.push_back(std::move(group));
        }
        for (const SharedResult& row : measured[i].rows) {
            FrameResult own = *row;
            if (!isOneSeries) {
                own.frame += before;
                own.file = nameOf(own.file);
                own.timeS = own.frame;
                own.timeSource = TimeSource::index;
            }
            const int frame = own.frame;
            whole.resultKeys[frame] = keys.of(frame);
            whole.results[frame] = shared(std::move(own));
        }
    }
    return whole;
}

}  // namespace coarsen::cli
