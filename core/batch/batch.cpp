// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/batch.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/utc_time.hpp"
#include "core/batch/resumed_batch.hpp"
#include "core/export/sample_tables.hpp"
#include "core/export/targets.hpp"
#include "core/job/output_folder.hpp"
#include "core/job/series_run.hpp"
#include "core/project/condition.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <new>
#include <optional>
#include <system_error>
#include <utility>

namespace coarsen {

namespace {

namespace fs = std::filesystem;

constexpr const char* sessionFileName = "session.coarsen";
constexpr std::array tableNames{"summary.csv", "growth.csv", "groups.csv", "collapse.csv", "batch.json"};

bool lies(const fs::path& file) {
    std::error_code unknown;
    return fs::exists(fs::symlink_status(file, unknown));
}

ProjectSeries projectSeriesOf(const BatchSeries& series) {
    return {.path = series.path, .name = series.name, .group = series.group, .x = series.x};
}

SeriesState stateOf(Completeness completeness) {
    return completeness == Completeness::all    ? SeriesState::all
           : completeness == Completeness::some ? SeriesState::some
                                                : SeriesState::nothing;
}

/// State of a session that was measured elsewhere.
SeriesState stateOf(const FrameCounts& counts) {
    if (counts.measured + counts.noPeak + counts.excluded == 0) return SeriesState::nothing;
    return counts.noPeak + counts.failed > 0 ? SeriesState::some : SeriesState::all;
}

fs::path wholeFolder(const fs::path& path) {
    const fs::path whole = fs::absolute(path).lexically_normal();
    return whole.has_filename() ? whole : whole.parent_path();
}

fs::path projectFileOf(const BatchRequest& request) {
    const fs::path folder = wholeFolder(request.output);
    return folder / (displayName(folder.filename()) + projectEnding);
}

std::vector<std::string> foldersOf(const BatchRequest& request) {
    std::vector<std::string> taken = batchTables();
    taken.push_back(displayName(projectFileOf(request)));
    return folderNames(request.series, taken);
}

Paths targetsOf(const BatchRequest& request) {
    Paths targets{projectFileOf(request)};
    for (const std::string& name : batchTables())
        targets.push_back(wholeFolder(request.output) / name);
    return targets;
}

/// Name of what an earlier batch or run left in the output; empty: nothing.
std::string thereIn(const BatchRequest& request) {
    for (const fs::path& file : targetsOf(request))
        if (lies(file)) return displayName(file);
    for (const std::string& folder : foldersOf(request))
        if (const std::string there = OutputFolder::resultsIn(wholeFolder(request.output) / folder); !there.empty())
            return folder + '/' + there;
    return {};
}

}  // namespace

/// Hears of one series after another and knows how much of all is left.
class Batch::Listener final : public RunReport {
public:
    Listener(BatchReport& report, const std::vector<BatchSeries>& series) : report_(report) {
        progress_.seriesCount = series.size();
        for (const BatchSeries& one : series)
            frames_.push_back(one.frames);
    }

    void begin(std::size_t series, std::size_t frames) {
        progress_.series = series;
        progress_.done = 0;
        progress_.total = static_cast<int>(frames);
        frames_[series] = frames;
        begun_ = std::chrono::steady_clock::now();
        doneBefore_ = done_;
    }

    void end() override { seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count(); }

    void show(const RunProgress& progress) override {
        progress_.done = progress.done;
        progress_.total = progress.total;
        done_ = doneBefore_ + static_cast<std::size_t>(progress.done);
        const double now = seconds_ + std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
        auto left = static_cast<std::size_t>(std::max(progress.total - progress.done, 0));
        for (std::size_t i = progress_.series + 1; i < frames_.size(); ++i)
            left += frames_[i];
        progress_.secondsLeft = now / static_cast<double>(done_) * static_cast<double>(left);
        report_.show(progress_);
    }

    void showSurvey(int done, int total) override {
        BatchProgress survey = progress_;
        survey.done = done;
        survey.total = total;
        report_.showSurvey(survey);
    }

    void say(const std::string& text) override { report_.say(progress_.series, text); }

private:
    BatchReport& report_;
    BatchProgress progress_;
    std::vector<std::size_t> frames_;
    std::chrono::steady_clock::time_point begun_{};
    double seconds_ = 0;  // spent on measuring
    std::size_t done_ = 0, doneBefore_ = 0;
};

Batch::Batch(BatchRequest request, const Engines& engines) : request_(std::move(request)), engines_(engines) {
    request_.output = wholeFolder(request_.output);
    held_ = std::make_unique<ClaimedFolder>(request_.output);
    std::error_code unknown;
    folders_ = foldersOf(request_);
    projectFile_ = projectFileOf(request_);

    UsersFiles users;
    users.others = request_.readFiles;
    users.others.push_back(request_.settings.recipeFile);
    for (const BatchSeries& series : request_.series) {
        users.others.push_back(series.recipe);
        if (!fs::is_directory(series.path, unknown)) users.others.push_back(series.path);
    }
    std::erase_if(users.others, [](const fs::path& file) { return file.empty(); });
    requireFree(targetsOf(request_), users, Existing::replaced);
    if (const std::string there = request_.resumes || request_.replaces ? "" : thereIn(request_); !there.empty())
        throw StorageError(request_.output.string(), "it already holds results (" + there + ")",
                           "go on with --resume, choose another folder, or replace them with --force");
    std::vector<BatchSeries> before;
    if (request_.resumes) {
        std::vector<fs::path> folders;
        for (std::size_t i = 0; i < request_.series.size(); ++i)
            folders.push_back(folderOf(i));
        requireSameSettings(request_, folders);
        before = seriesOfBefore(request_, folders);
    }
    const std::size_t asked = request_.series.size();
    request_.series.insert(request_.series.end(), before.begin(), before.end());
    result_.outcomes.resize(request_.series.size());
    result_.project.xLabel = request_.xLabel;
    for (const BatchSeries& series : request_.series) {
        result_.project.series.push_back(projectSeriesOf(series));
        result_.samples.push_back(sampleWithout(result_.project.series.back(), "It is not measured yet"));
    }
    if (request_.resumes) takeFinished();
    for (std::size_t i = asked; i < request_.series.size(); ++i) {
        passOver(i, "It is not among the series now: its results in " + displayName(request_.series[i].path.parent_path()) +
                        " stay as they are");
        result_.notes.push_back(request_.series[i].name + ": " + result_.outcomes[i].reason);
    }
}

/// The finished sessions of a batch that goes on count until they are renewed.
void Batch::takeFinished() {
    std::error_code unknown;
    for (std::size_t i = 0; i < request_.series.size(); ++i) {
        const bool isTaken = request_.series[i].path.extension() == sessionEnding;
        ProjectSeries finished = result_.project.series[i];
        if (!isTaken) finished.path = folderOf(i) / sessionFileName;
        if (!fs::exists(finished.path, unknown)) continue;
        Sample sample = readSample(finished);
        if (sample.counts.frames == 0) continue;
        result_.samples[i] = std::move(sample);
        result_.project.series[i] = std::move(finished);
    }
}

void Batch::passOver(std::size_t i, std::string reason) {
    result_.outcomes[i] = {SeriesState::failed, reason};
    if (result_.samples[i].counts.frames > 0)
        result_.samples[i].remark = std::move(reason);
    else
        result_.samples[i] = sampleWithout(result_.project.series[i], std::move(reason));
}

fs::path Batch::folderOf(std::size_t series) const {
    return request_.output / folders_[series];
}

void Batch::measure(BatchReport& report, std::stop_token stop) {
    Listener listener(report, request_.series);
    for (std::size_t i = 0; i < request_.series.size() && !stop.stop_requested(); ++i)
        if (result_.outcomes[i].state == SeriesState::waiting) tryOne(i, report, listener, stop);
    measureLost(report, listener, stop);
}

/// Series whose results somebody has removed or moved away since they were measured or taken.
std::vector<std::size_t> Batch::lost() const {
    std::vector<std::size_t> lost;
    std::error_code unknown;
    for (std::size_t i = 0; i < request_.series.size(); ++i)
        if (const ProjectSeries& series = result_.project.series[i]; series.isSession() && !fs::exists(series.path, unknown))
            lost.push_back(i);
    return lost;
}

void Batch::measureLost(BatchReport& report, Listener& listener, std::stop_token stop) {
    for (const std::size_t i : lost()) {
        if (stop.stop_requested()) return;
        if (request_.series[i].path.extension() == sessionEnding) continue;
        report.say(i, folderOf(i).string() + " was removed or moved while the batch went on: the series is measured again");
        tryOne(i, report, listener, stop);
    }
}

void Batch::tryOne(std::size_t i, BatchReport& report, Listener& listener, std::stop_token stop) {
    report.begins(i);
    if (held_->renew()) report.say(i, request_.output.string() + " was removed or moved while it is written to: it is made anew");
    try {
        const bool isSession = request_.series[i].path.extension() == sessionEnding;
        result_.outcomes[i] = isSession ? takeSession(i) : measureOne(i, listener, stop);
    } catch (const Error& error) {
        passOver(i, error.what());
    } catch (const std::bad_alloc&) {
        passOver(i, "There is not enough memory: measure it with fewer threads");
    } catch (const fs::filesystem_error& error) {
        passOver(i, wordsFor(error));
    }
    report.ends(i, result_.outcomes[i]);
}

SeriesOutcome Batch::measureOne(std::size_t i, Listener& listener, std::stop_token stop) {
    const BatchSeries& series = request_.series[i];
    listener.begin(i, series.frames);
    std::vector<std::string> notes;
    Session session = openedSeries(series, request_.settings, notes);
    listener.begin(i, session.series.frames.size());
    for (const std::string& note : notes)
        listener.say(note);
    RunRequest request = runOf(session, request_.settings);
    SeriesRun run(std::move(session), std::move(request), choicesOf(series, request_, folderOf(i)), engines_, listener);
    run.begin();
    const bool wasFinished = !run.isAnyMissing();
    run.measure(stop);
    run.writeTables(false);
    const bool isCutShort = stop.stop_requested() && run.isAnyMissing();
    if (!isCutShort) run.endJournal();
    if (!wasFinished) run.sayJudgement();
    result_.project.series[i].path = folderOf(i) / sessionFileName;
    result_.samples[i] = sampleOf(run.session(), result_.project.series[i]);
    SeriesOutcome outcome{isCutShort ? SeriesState::cutShort : stateOf(run.completeness()), result_.samples[i].problem};
    outcome.isTaken = wasFinished;
    return outcome;
}

SeriesOutcome Batch::takeSession(std::size_t i) {
    result_.samples[i] = sampleOf(readSession(request_.series[i].path), result_.project.series[i]);
    return {stateOf(result_.samples[i].counts), result_.samples[i].problem, true};
}

void Batch::writeTables() {
    result_.finishedUtc = utcNow();
    const std::vector<Condition> conditions = conditionsOf(result_.samples);
    const fs::path& folder = request_.output;
    held_->renew();  // the batch was long
    for (const std::size_t i : lost()) {
        const bool isTaken = request_.series[i].path.extension() == sessionEnding;
        if (result_.samples[i].counts.frames == 0) continue;  // it was never there, which is said
        result_.project.series[i].path = request_.series[i].path;
        result_.samples[i] =
            sampleWithout(result_.project.series[i], isTaken ? "Its session was removed while the batch went on"
                                                             : "Its results were removed: --resume measures it again");
    }
    writeWhole(folder / "summary.csv", summaryCsv(result_.samples));
    writeWhole(folder / "growth.csv", samplesGrowthCsv(result_.samples, conditions));
    writeWhole(folder / "groups.csv", conditionsCsv(result_.samples, conditions));
    writeWhole(folder / "collapse.csv", collapseCsv(result_.samples));
    writeWhole(folder / "batch.json", samplesJson(result_.project, result_.samples, conditions, folder, result_.finishedUtc));
    writeProject(projectFile_, result_.project);
}

std::string resultsThere(const BatchRequest& request) {
    const std::string there = thereIn(request);
    return there.empty() ? there : displayName(wholeFolder(request.output)) + " already holds results (" + there + ")";
}

std::vector<std::string> batchTables() {
    return {tableNames.begin(), tableNames.end()};
}

bool areAllMeasured(const BatchResult& result) {
    return std::ranges::all_of(result.outcomes, [](const SeriesOutcome& each) { return each.state == SeriesState::all; });
}

bool isAnyMeasured(const BatchResult& result) {
    return std::ranges::any_of(result.outcomes, [](const SeriesOutcome& each) {
        return each.state == SeriesState::all || each.state == SeriesState::some || each.state == SeriesState::cutShort;
    });
}

}  // namespace coarsen
