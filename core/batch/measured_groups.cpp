// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/measured_groups.hpp"

#include "core/base/error.hpp"
#include "core/base/memory.hpp"
#include "core/preprocess/info_bar.hpp"
#include "core/recipe/recipe_json.hpp"
#include "core/series/frame_picture.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

namespace coarsen {

namespace {

constexpr int imagesUntilTrim = 2;  // maps that wait leave holes in the memory, which grow without it

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

std::optional<MeasuredGroup> measuredGroup(const GroupRequest& request, RunReport& report, std::stop_token stop,
                                           const GroupKeeper& keeper) {
    EnsembleSum sum(request.run.recipe.measure, request.run.calibration.aspect());
    MeasuredGroup measured;
    measured.rows = keeper.rows;
    FrameResults known;
    std::vector<SharedResult> pooled;
    for (const SharedResult& row : keeper.rows) {
        known[row->frame] = row;
        if (row->status != FrameStatus::failed) pooled.push_back(row);
    }
    measured.failed = static_cast<int>(keeper.rows.size() - pooled.size());
    sum.goOn(std::move(pooled), keeper.maps);
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
        if (keeper.measured) keeper.measured(row, sum.maps());
        report.show(progress);
    };
    listener.notice = [&](const std::string& text) { report.say(text); };
    listener.remarked = [&](const std::string& what, const std::string& where) { report.say(what + ": " + where); };
    for (RunRequest& run : runsBySize(request.run)) {
        run.known = known;
        const auto isKnown = [&](int frame) { return known.contains(frame); };
        if (!stop.stop_requested() && !std::ranges::all_of(framesOf(run), isKnown)) runSeries(run, listener, stop);
    }
    report.end();
    if (keeper.ended) keeper.ended(sum.maps());
    if (stop.stop_requested()) return std::nullopt;
    measured.group = {request.name, request.x, sum.result()};
    measured.maps = sum.maps();
    return measured;
}

std::optional<Session> ensembleSession(const std::vector<GroupRequest>& requests, const std::vector<MeasuredGroup>& measured) {
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

}  // namespace coarsen
