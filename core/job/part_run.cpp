// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/job/part_run.hpp"

#include "core/analysis/devices.hpp"
#include "core/base/error.hpp"
#include "core/base/named_engine.hpp"
#include "core/job/series_run.hpp"
#include "core/session/input_list.hpp"
#include "core/session/part_file.hpp"
#include "core/session/run_journal.hpp"
#include "core/session/survey_file.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace coarsen {

namespace {

namespace fs = std::filesystem;

/// Throws InputError where one of these frames' images is not the one that was prepared.
void requireSameImages(const PreparedRun& run, const std::vector<int>& frames) {
    ImageSeries own;
    for (const int frame : frames)
        own.frames.push_back(run.session.series.frames[static_cast<std::size_t>(frame)]);
    const std::vector<ListedInput> today = inputsOf(own);
    for (std::size_t i = 0; i < frames.size(); ++i)
        if (today[i].bytes != run.identity.files[static_cast<std::size_t>(frames[i])].bytes)
            throw InputError(today[i].name, "the image is not the one that the plan was made for",
                             "put that one back, or make the plan anew with --prepare --force");
}

/// Throws SettingError where an engine of the plan cannot be used here.
void requireEnginesOf(const PreparedRun& run, const EngineRequest& request) {
    if (run.session.series.volumes)
        requireC3dEngine(request.forVolumes());
    else
        engineNamed(request.engines.correlation, run.engine, "there is no engine");
    for (const std::string& name : run.convolutions)
        engineNamed(request.forConvolution().engines, name, "there is no engine of convolutions");
}

}  // namespace

RunRequest requestOf(const PreparedRun& run, EngineRequest engines) {
    RunRequest request;
    request.series = run.session.series;
    request.recipe = run.session.recipe;
    request.calibration = run.session.calibration;
    request.engines = std::move(engines);
    request.engines.name = run.engine;
    request.engines.exact = run.isExact;
    request.engines.convolution = run.session.convolutionEngine;
    ConvolutionEngineList those;
    for (const auto& engine : request.engines.forConvolution().engines)
        if (std::ranges::find(run.convolutions, engine->description().name) != run.convolutions.end()) those.push_back(engine);
    request.engines.engines.convolution = std::move(those);
    request.frames = run.frames;
    request.excluded = run.session.excluded;
    request.manualRMaxPx = run.session.manualRMaxPx;
    request.usual = run.usual;
    return request;
}

std::shared_ptr<const Survey> surveyOf(const PreparedRun& run, const fs::path& folder) {
    if (run.surveyKey.empty()) return nullptr;
    auto survey = readSurvey(folder / surveyFileName, run.surveyKey);
    if (!survey)
        throw InputError(surveyFileName, "the plan's survey of the series is not there, or it is another's",
                         "make the plan anew with --prepare --force");
    return survey;
}

PartOutcome measurePart(const fs::path& folder, const PreparedRun& run, const Part& part, RunRequest request, RunReport& report,
                        std::stop_token stop) {
    requireEnginesOf(run, request.engines);
    requireSameSettings(PreparedRun::fileName, "the plan was", run.identity, settingsIdentity(request),
                        "make it anew with --prepare --force");
    PartOutcome outcome{.frames = run.framesOf(part), .measured = 0, .isWhole = false, .file = {}};
    PartFile file(folder, run, part);
    outcome.file = file.path();
    outcome.isWhole = file.isWhole();
    if (outcome.isWhole) return outcome;

    FrameResults rows = request.known = file.left().rows;
    NeighbourCorrelations neighbourCorrelations = file.left().neighbourCorrelations;
    std::vector<int> looked;
    std::ranges::copy_if(outcome.frames, std::back_inserter(looked), [&](int frame) { return !rows.contains(frame); });
    request.frames = outcome.frames;
    std::optional<int> before;
    if (!looked.empty() && looked.front() == outcome.frames.front()) before = run.before(looked.front());
    if (before) {
        looked.push_back(*before);
        request.frames.push_back(*before);
    }
    requireSameImages(run, looked);
    std::ranges::sort(request.frames);
    if (run.session.series.volumes) {  // there are not so many that the usual size of all of them could not be asked for again
        request.wanted = std::set(looked.begin(), looked.end());
        request.frames = run.frames;
    }
    request.survey = surveyOf(run, folder);

    RunListener listener;
    std::set<std::string> said;
    const auto say = [&](const std::string& text) {
        if (said.insert(text).second) report.say(text);
    };
    RowLinesAhead lines;
    listener.measured = [&](const FrameResult& row) { lines.make(row); };
    listener.compared = [&](int frame, double value) { neighbourCorrelations[frame] = value; };
    listener.finished = [&](const SharedResult& row, const RunProgress& progress) {
        if (row->frame == before) return report.show(progress);
        file.add(lines.take(*row, neighbourCorrelationOf(neighbourCorrelations, row->frame)));
        rows[row->frame] = row;
        ++outcome.measured;
        report.show(progress);
    };
    listener.notice = say;
    listener.remarked = [&](const std::string& what, const std::string& where) { say(what + ": " + where); };
    if (!looked.empty()) runSeries(request, listener, stop);
    report.end();
    if (rows.size() != outcome.frames.size()) return outcome;  // stopped
    file.finish(devicesOf(request.engines.engines.correlation, rows));
    outcome.isWhole = true;
    return outcome;
}

std::unique_ptr<SeriesRun> mergedRun(const fs::path& folder, const PreparedRun& run, RunRequest request, bool replaces,
                                     const Engines& engines, RunReport& report) {
    PartRows rows = mergedParts(folder, run);
    RunChoices choices;
    choices.output = folder;
    choices.effects = run.effects;
    choices.replaces = replaces || run.replaces;
    choices.merges = true;
    auto merged = std::make_unique<SeriesRun>(run.session, std::move(request), std::move(choices), engines, report);
    merged->takeParts(run, std::move(rows));
    return merged;
}

}  // namespace coarsen
