// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/job/parts_estimate.hpp"

#include "core/analysis/run_plan.hpp"
#include "core/base/error.hpp"
#include "core/base/threads.hpp"
#include "core/series/frame_order.hpp"
#include "core/session/row_lines.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <limits>
#include <vector>

namespace coarsen {

namespace {

constexpr double partSeconds = 900;      // short enough for gaps between longer jobs, long enough to read the plan in
constexpr std::size_t mostParts = 1000;  // Slurm numbers the tasks of an array to 1000 unless it is told otherwise
constexpr double slower = 3;             // than this machine a node may be
constexpr double startSeconds = 120;     // of any job
constexpr double spare = 1.2;            // of memory, for what the heap keeps between blocks

/// Bytes that a job takes for every frame of the series, lines of text that it holds for every row, and seconds of both, as
/// measured (manual/clusters.md).
constexpr std::size_t planBytes = 2000, linesMeasured = 3, linesMerged = 3;
constexpr double planSeconds = 2e-5, rowSeconds = 2e-4;

/// A series of these two frames, or of the one that there is.
RunRequest sampleOf(const RunRequest& request, const std::vector<int>& frames) {
    RunRequest sample = request;
    sample.series.frames.clear();
    for (const std::size_t place : {std::size_t{0}, frames.size() / 2})
        if (place == 0 || frames[place] != frames.front())
            sample.series.frames.push_back(request.series.frames[static_cast<std::size_t>(frames[place])]);
    sample.frames.clear();
    sample.wanted.reset();
    sample.excluded.clear();
    sample.manualRMaxPx.clear();
    sample.known.clear();
    sample.survey.reset();
    sample.threads = 1;
    return sample;
}

/// Costs of measuring a frame.
struct FrameCosts {
    double seconds = 0;         ///< its share in the survey included
    std::size_t lineBytes = 0;  ///< of its row in a part
};

FrameCosts costsOf(const RunRequest& sample, const std::stop_token& stop) {
    const auto start = std::chrono::steady_clock::now();
    const FrameResults rows = runSeries(sample, {}, stop).results;
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    FrameCosts costs{.seconds = took.count() / static_cast<double>(sample.series.frames.size())};
    if (stop.stop_requested()) return costs;
    for (const auto& [frame, row] : rows)
        if (!row->engine.empty()) costs.lineBytes = std::max(costs.lineBytes, rowLine({*row}).size());
    if (costs.lineBytes == 0)
        throw InputError(sample.series.name,
                         "neither its first nor its middle frame can be measured (" + rows.begin()->second->message + ")",
                         "measure it without --estimate, which names all that is wrong");
    return costs;
}

std::size_t surveyBytes(const RunRequest& request, const RunPlan& plan, int threads) {
    if (!needsSurvey(request.recipe)) return 0;
    if (request.series.volumes) return plan.memory.forFrames(static_cast<std::size_t>(threads));
    if (plan.header.width == 0) return 0;
    std::error_code gone;
    const auto file = std::filesystem::file_size(request.series.frames.front().file, gone);
    return surveyMemory(plan.header, gone ? 0 : file, request.recipe).forFrames(static_cast<std::size_t>(threads));
}

JobNeeds needs(std::size_t bytes, double seconds) {
    return {static_cast<std::size_t>(spare * static_cast<double>(bytes)), startSeconds + slower * seconds};
}

}  // namespace

PartsEstimate estimateOf(const RunRequest& request, int parts, std::stop_token stop) {
    const std::vector<int> frames = inOrder(request.series, framesOf(request));
    const FrameCosts costs = costsOf(sampleOf(request, frames), stop);
    PartsEstimate estimate{.frames = frames.size(),
                           .parts = parts,
                           .threads = threadCount(request.threads),
                           .preparing = {},
                           .part = {},
                           .merging = {}};
    const auto all = static_cast<double>(frames.size());
    const double series = all * costs.seconds / estimate.threads;
    if (parts == 0)
        estimate.parts = static_cast<int>(std::clamp<std::size_t>(static_cast<std::size_t>(std::ceil(series / partSeconds)), 1,
                                                                  std::min(mostParts, frames.size())));
    const std::size_t own = frames.size() / static_cast<std::size_t>(estimate.parts) + 2;  // with the one before its first

    RunRequest unlimited = request;
    unlimited.memoryBytes = std::numeric_limits<std::size_t>::max() / 2;
    const RunPlan plan = runPlan(unlimited, frames, own);
    const std::size_t lists = planBytes * request.series.frames.size();
    const double reading = planSeconds * static_cast<double>(request.series.frames.size());
    estimate.preparing = needs(std::max(plan.memory.forFrames(1), surveyBytes(request, plan, estimate.threads)) + lists,
                               (needsSurvey(request.recipe) ? series : 0) + costs.seconds + reading);
    estimate.part =
        needs(plan.memory.forFrames(static_cast<std::size_t>(plan.workers)) + lists + own * linesMeasured * costs.lineBytes,
              static_cast<double>(own) * costs.seconds / estimate.threads + reading);
    estimate.merging =
        needs(plan.memory.shared + lists + frames.size() * linesMerged * costs.lineBytes, all * rowSeconds + reading);
    return estimate;
}

}  // namespace coarsen
