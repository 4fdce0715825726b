// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/analyze_options.hpp"
#include "app/cli/analyze_output.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/earlier_session.hpp"
#include "app/cli/effects.hpp"
#include "app/cli/interrupt.hpp"
#include "app/cli/progress.hpp"
#include "app/cli/utc_time.hpp"
#include "core/analysis/devices.hpp"
#include "core/analysis/doubtful_frames.hpp"
#include "core/analysis/self_similarity.hpp"
#include "core/analysis/series_warnings.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/export/tables.hpp"
#include "core/session/run_journal.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>

namespace coarsen::cli {

namespace {

namespace fs = std::filesystem;

/// Rows of the run that was interrupted, or of a finished one with the same settings.
FrameResults knownRows(const fs::path& folder, const RunIdentity& identity, const Session& session) {
    if (fs::exists(folder / RunJournal::fileName)) return readJournal(folder, identity);
    const fs::path file = folder / "session.coarsen";
    if (!fs::exists(file)) return {};
    const Session finished = readSession(file);
    for (const auto& [frame, hash] : finished.resultHashes)
        if (hash != identity.recipe)
            throw InputError(file.string(), "the results there were made with another recipe, or another file that it names",
                             "give the same settings, or measure everything again with --force");
    if (finished.calibration.aspect() != session.calibration.aspect())
        throw InputError(file.string(), "the results there were made with pixels of another shape",
                         "give the same pixel size, or measure everything again with --force");
    FrameResults known;
    for (const auto& [frame, row] : finished.results) {
        if (frame >= std::ssize(session.series.frames)) continue;
        FrameResult timed = *row;  // which does not depend on its time
        const FrameSource& source = session.series.frames[static_cast<std::size_t>(frame)];
        timed.timeS = source.timeS, timed.timeSource = source.timeSource;
        known[frame] = shared(std::move(timed));
    }
    return known;
}

/// Throws InputError when an image is no longer the one that the row was measured from.
void checkKnown(const Session& session, const FrameResults& known) {
    Session measured = session;
    measured.results = known;
    const InputCheck check = checkInputs(measured);
    for (const auto& frames : {check.missing, check.changed})
        if (!frames.empty())
            throw InputError(session.series.frames[static_cast<std::size_t>(frames.front())].name,
                             "the image is not the one that the interrupted run measured",
                             "measure everything again with --force");
}

int exitStatus(const std::vector<FrameResult>& rows) {
    const auto failed = std::ranges::count(rows, FrameStatus::failed, &FrameResult::status);
    if (failed == std::ssize(rows)) return nothingMeasured;
    const bool isComplete = std::ranges::all_of(
        rows, [](const FrameResult& row) { return row.status == FrameStatus::ok || row.status == FrameStatus::excluded; });
    return isComplete ? allMeasured : someMissing;
}

void say(ProgressReport& report, const FrameResult& row) {
    if (row.status == FrameStatus::ok || row.status == FrameStatus::excluded) return;
    const std::string name = row.message.starts_with(row.file) ? "" : " (" + row.file + ")";
    report.say("frame " + std::to_string(row.frame) + name + ", " + std::string(nameOf(row.status)) + ": " + row.message);
}

int analyze(const AnalyzeOptions& options, const EngineList& engines) {
    const Interrupt interrupt;
    ProgressReport report(options.quiet ? ProgressForm::none : progressFormNamed(options.progress));
    std::optional<Session> earlier;
    if (!options.session.empty()) earlier = earlierSession(options, report);
    Session session = requestedSession(options, earlier, report);
    RunRequest request = runRequest(options, session, earlier, engines);
    if (earlier) refuseWhatIsMissing(options, *earlier, request);
    const fs::path folder = options.output;
    if (!folder.empty()) prepareFolder(folder, options);
    if (earlier) reportInputs(*earlier, report, options.quiet);
    if (!options.quiet)
        for (const std::string& note : session.series.notes)
            report.say(note);

    const RunIdentity identity = runIdentity(request);
    session.files = fileHashes(session.recipe);
    if (options.resume && !folder.empty()) {
        request.known = knownRows(folder, identity, session);
        checkKnown(session, request.known);
    }
    std::optional<RunJournal> journal;
    if (!folder.empty()) journal.emplace(folder, identity, request.known);

    const ImageSaver saver(folder, options, session.series);
    RunListener listener;
    listener.finished = [&](const FrameResult& row, const RunProgress& progress) {
        if (journal) journal->add(row);
        say(report, row);
        report.show(progress);
    };
    listener.surveyed = [&](int done, int total) { report.showSurvey(done, total); };
    listener.notice = [&](const std::string& text) { report.say(text); };
    listener.remarked = [&](const std::string& what, const std::string& where) { report.say(what + ": " + where); };
    if (saver.isNeeded())
        listener.images = [&](const FrameSource& source, int index, const Frame& frame, const CorrelationMap& map) {
            saver.save(source, index, frame, map);
        };

    const auto start = std::chrono::steady_clock::now();
    session.startedUtc = utcNow();
    std::vector<FrameResult> rows;
    try {
        request.survey = std::make_shared<const Survey>(
            surveyOf(request.series, request.recipe, request.threads, listener.surveyed, interrupt.token()));
        rows = runSeries(request, listener, interrupt.token());
    } catch (const SettingError&) {  // the recipe does not suit these images: there is nothing to continue
        if (journal && request.known.empty()) journal->remove();
        throw;
    }
    report.end();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    session.finishedUtc = utcNow();
    for (const FrameResult& row : rows) {
        session.results[row.frame] = shared(row);
        session.resultHashes[row.frame] = identity.recipe;
    }
    session.device = devicesOf(engines, session.results);
    session.fits = fitGrowth(growthSeries(rows, session.calibration, session.recipe.fit.length), session.recipe.fit);
    for (const Warning& warning : seriesWarnings(session.recipe, rows))
        report.say(warning.key + ": " + warning.text +
                   (warning.remedyKey.empty() ? "" : " Try --set " + warning.remedyKey + "=" + warning.remedyValue));
    if (const auto trend = zeroToMaximumTrend(rows); trend && !trend->warning().empty()) report.say(trend->warning());
    if (const auto off = doubtfulFrames(rows, session.calibration, session.recipe.fit.length); !off.empty())
        report.say(offNeighboursWarning(off));

    if (!folder.empty()) writeTables(folder, session);
    if (!folder.empty() && request.survey && !request.survey->drift.isEmpty())
        writeWhole(folder / "shifts.csv", shiftsCsv(session.series, request.survey->drift));
    if (!folder.empty() && options.effects > 0 && !interrupt.happened())
        writeWhole(folder / "effects.csv", effectsCsv(request, rows, options.effects, interrupt.token()));
    if (!options.quiet) std::cout << summary(session, folder, seconds);
    if (interrupt.happened()) {
        report.say("interrupted after " + std::to_string(rows.size()) + " frames; continue with --resume");
        return interrupted;
    }
    if (journal) journal->remove();
    return exitStatus(rows);
}

}  // namespace

void addAnalyze(CLI::App& app, const EngineList& engines, Command& chosen) {
    CLI::App* sub = app.add_subcommand("analyze", "Measure a series: the main job");
    auto options = std::make_shared<AnalyzeOptions>();
    addOptions(*sub, *options);
    sub->footer(
        "Writes results.csv, c1d.csv, fit.json and session.coarsen into OUT. The session opens in the window.\n"
        "Example: coarsen-cli analyze images/ -o out --interval 60 --pixel-size 8.3 --t0 -600");
    sub->callback([&engines, &chosen, options] { chosen = [&engines, options] { return analyze(*options, engines); }; });
}

}  // namespace coarsen::cli
