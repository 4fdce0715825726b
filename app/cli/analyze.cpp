// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/analyze_options.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/continued_run.hpp"
#include "app/cli/earlier_session.hpp"
#include "app/cli/effects.hpp"
#include "app/cli/interrupt.hpp"
#include "app/cli/output_folder.hpp"
#include "app/cli/progress.hpp"
#include "app/cli/summary.hpp"
#include "app/cli/utc_time.hpp"
#include "core/base/error.hpp"
#include "core/session/finish_run.hpp"
#include "core/session/run_journal.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>

namespace coarsen::cli {

namespace {

/// Whether a frame has what is asked of it, the length that is fitted.
bool isComplete(const FrameResult& row, const std::string& length) {
    if (row.status == FrameStatus::excluded) return true;
    return row.status != FrameStatus::failed && row.hasLength(length);
}

int exitStatus(const std::vector<FrameResult>& rows, const std::string& length) {
    const auto failed = std::ranges::count(rows, FrameStatus::failed, &FrameResult::status);
    if (failed == std::ssize(rows)) return nothingMeasured;
    return std::ranges::all_of(rows, [&](const FrameResult& row) { return isComplete(row, length); }) ? allMeasured : someMissing;
}

void say(ProgressReport& report, const FrameResult& row, const std::string& length) {
    if (isComplete(row, length)) return;
    const std::string name = row.message.starts_with(row.file) ? "" : " (" + row.file + ")";
    const std::string& reason = row.status == FrameStatus::ok ? row.length(length).message : row.message;
    report.say("frame " + std::to_string(row.frame) + name + ", " + std::string(nameOf(row.status)) + ": " + reason);
}

int analyze(const AnalyzeOptions& options, const Engines& engines) {
    const Interrupt interrupt;
    ProgressReport report(options.quiet ? ProgressForm::none : progressFormNamed(options.progress));
    std::optional<Session> earlier;
    if (!options.session.empty()) earlier = earlierSession(options, report);
    Session session = requestedSession(options, earlier, report);
    RunRequest request = runRequest(options, session, earlier, engines);
    session.convolutionTuning = request.engines.tunedUtc();
    if (earlier) refuseWhatIsMissing(options, *earlier, request);
    const std::vector<int> frames = framesOf(request);
    OutputFolder output(options.output, options, session, frames);
    if (!output.isNone()) output.claim();
    if (earlier) reportInputs(*earlier, report, options.quiet);
    for (const std::string& note : output.notes())
        report.say(note);
    if (!options.quiet)
        for (const std::string& note : session.series.notes)
            report.say(note);

    for (const std::string& setting : options.settings)
        if (const std::string idle = whyIdle(session.recipe, setting.substr(0, setting.find('='))); !idle.empty())
            report.say("--set " + idle);

    const std::string length = fitOf(session.recipe).length;
    const RunIdentity identity = runIdentity(request);
    session.files = fileHashes(session.recipe);
    if (options.resume && !output.isNone())
        session.results = continuedRun(output.path(), options, identity, session, request, report);
    request.known = session.results;
    if (output.savesImages())  // asked for now, perhaps, and not then
        std::erase_if(request.known, [&](const auto& known) {
            return known.second->status != FrameStatus::failed && std::ranges::count(frames, known.first) > 0 &&
                   !output.holdsImagesOf(known.first);
        });
    std::optional<RunJournal> journal;
    if (!output.isNone()) journal.emplace(output.path(), identity, session.results, session.likeness, output.outputs());

    RunListener listener;
    listener.compared = [&](int frame, double likeness) { session.likeness[frame] = likeness; };
    listener.finished = [&](const SharedResult& row, const RunProgress& progress) {
        session.results[row->frame] = row;
        if (journal && !journal->isThere()) {
            report.say(output.path().string() +
                       " was removed or moved while it is written to: it is made anew, with the results so far");
            output.make();
            journal.emplace(output.path(), identity, session.results, session.likeness, output.outputs());
        } else if (journal) {
            journal->add({*row, likenessOf(session.likeness, row->frame)});
        }
        say(report, *row, length);
        report.show(progress);
    };
    listener.surveyed = [&](int done, int total) { report.showSurvey(done, total); };
    listener.notice = [&](const std::string& text) { report.say(text); };
    listener.remarked = [&](const std::string& what, const std::string& where) { report.say(what + ": " + where); };
    if (output.savesImages())
        listener.images = [&](const FrameSource&, int index, const Frame& frame, const Measurer::Answer& measured) {
            output.saveImages(index, frame, measured);
        };

    const auto start = std::chrono::steady_clock::now();
    session.startedUtc = utcNow();
    try {
        if (!output.isNone()) request.survey = output.savedSurvey(session);
        if (!request.survey) {
            request.survey =
                std::make_shared<const Survey>(surveyOf(request.series, request.recipe, request.threads, listener.surveyed,
                                                        interrupt.token(), {}, request.engines.forConvolution()));
            if (!output.isNone() && !interrupt.happened()) output.saveSurvey(*request.survey, session);
        }
        runSeries(request, listener, interrupt.token());
    } catch (const SettingError&) {  // the recipe does not suit these images: there is nothing to continue
        if (journal && request.known.empty()) journal->remove();
        throw;
    }
    report.end();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    session.finishedUtc = utcNow();
    std::vector<int> measured;
    for (const auto& [frame, row] : session.results)
        measured.push_back(frame);
    const SeriesJudgement judgement = finishRun(session, measured, engines.correlation);
    const std::vector<FrameResult> rows = session.rows();
    for (const Warning& warning : judgement.warnings)
        report.say(warning.key + ": " + warning.text +
                   (warning.remedyKey.empty() ? "" : " Try --set " + warning.remedyKey + "=" + warning.remedyValue));
    if (!judgement.notSelfSimilar.empty()) report.say(judgement.notSelfSimilar);
    if (!judgement.offNeighbours.empty()) report.say(offNeighboursWarning(judgement.offNeighbours));

    if (!output.isNone()) {
        std::string effects;
        if (options.effects > 0 && !interrupt.happened()) effects = effectsCsv(request, rows, options.effects, interrupt.token());
        output.writeTables(session, request.survey ? &request.survey->drift : nullptr, effects);
    }
    if (!options.quiet) std::cout << summary(session, output.path(), seconds);
    if (interrupt.happened()) {
        report.say("interrupted after " + std::to_string(rows.size()) + " frames; continue with --resume");
        return interrupted;
    }
    if (journal) journal->remove();
    return exitStatus(rows, length);
}

}  // namespace

void addAnalyze(CLI::App& app, const Engines& engines, Command& chosen) {
    CLI::App* sub = app.add_subcommand("analyze", "Measure a series: the main job");
    auto options = std::make_shared<AnalyzeOptions>();
    addOptions(*sub, *options, engines);
    sub->footer(
        "Writes results.csv, c1d.csv, fit.json and session.coarsen into OUT. The session opens in the window.\n"
        "Example: coarsen-cli analyze images/ -o out --interval 60 --pixel-size 8.3 --t0 -600");
    sub->callback([&engines, &chosen, options] { chosen = [&engines, options] { return analyze(*options, engines); }; });
}

}  // namespace coarsen::cli
