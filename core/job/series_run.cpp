// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/job/series_run.hpp"

#include "core/analysis/placed_volumes.hpp"
#include "core/analysis/row_list.hpp"
#include "core/analysis/row_times.hpp"
#include "core/analysis/run_plan.hpp"
#include "core/analysis/series_median.hpp"
#include "core/analysis/volume_frame_measurer.hpp"
#include "core/analysis/volume_steps.hpp"
#include "core/base/error.hpp"
#include "core/base/named_engine.hpp"
#include "core/base/numbers.hpp"
#include "core/base/utc_time.hpp"
#include "core/job/continued_run.hpp"
#include "core/job/effects.hpp"
#include "core/job/grown_series.hpp"
#include "core/job/part_run.hpp"
#include "core/series/frame_order.hpp"
#include "core/series/frame_sizes.hpp"
#include "core/series/watch.hpp"
#include "core/session/survey_file.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <span>
#include <system_error>
#include <thread>

namespace coarsen {

namespace {

std::string idleSetting(const Session& session, const std::string& key) {
    const std::string idle =
        session.series.volumes ? whyIdleOnVolumes(session.recipe, key) : whyIdleOnPictures(session.recipe, key);
    return idle.empty() ? whyIdle(session.recipe, key) : idle;
}

}  // namespace

SeriesRun::SeriesRun(Session session, RunRequest request, RunChoices choices, const Engines& engines, RunReport& report)
    : choices_(std::move(choices)),
      engines_(engines.correlation),
      report_(report),
      rowNotes_(report),
      session_(std::move(session)),
      request_(std::move(request)),
      output_(choices_, session_, framesOf(request_)) {
    session_.convolutionTuning = request_.engines.tunedUtc();
    if (!output_.isNone()) output_.claim();
}

void SeriesRun::begin() {
    for (const std::string& note : output_.notes())
        report_.say(note);
    sayNotes();
    for (const ScriptLength& length : session_.recipe.lengths)
        if (const std::string why = whyMissing(length); !why.empty())
            report_.say("The length " + length.name + " is not measured: " + why);
    for (const std::string& setting : choices_.settings)
        if (const std::string idle = idleSetting(session_, setting); !idle.empty()) report_.say("--set " + idle);

    length_ = fitOf(session_.recipe).length;
    identity_ = runIdentity(request_);
    session_.files = fileHashes(session_.recipe);
    if (choices_.resumes && !output_.isNone())
        session_.results = continuedRun(output_.path(), choices_, identity_, session_, request_, report_);
    request_.known = session_.results;
    forgetLostImages();  // asked for now, perhaps, and not then
    if (!output_.isNone()) request_.survey = output_.savedSurvey(session_);
    isSurveyRead_ = request_.survey != nullptr;
    if (!choices_.watches) forgetPassing();
    if (!request_.survey && needsSeriesMedian(request_.recipe))
        forgetAll("dust that stands still is looked for anew: all frames are measured again");
    session_.startedUtc = utcNow();
}

Completeness SeriesRun::completeness() const {
    const RowList rows = rowsMarked(session_.results, session_.excluded);
    const auto hasFailed = [](const FrameResult& row) { return row.status == FrameStatus::failed; };
    if (std::ranges::all_of(rows.all(), hasFailed)) return Completeness::nothing;
    const bool areAll =
        std::ranges::all_of(rows.all(), [&](const FrameResult& row) { return isComplete(row, session_.recipe, length_); });
    return areAll ? Completeness::all : Completeness::some;
}

bool SeriesRun::hasFailed(int frame) const {
    const auto row = session_.results.find(frame);
    return row != session_.results.end() && row->second->status == FrameStatus::failed;
}

bool SeriesRun::isAnyMissing() const {
    return std::ranges::any_of(framesOf(request_), [&](int frame) { return !request_.known.contains(frame); });
}

void SeriesRun::sayOnce(const std::string& text) {
    if (said_.insert(text).second) report_.say(text);
}

void SeriesRun::sayNotes() {
    for (const Said& said : session_.series.notes)
        sayOnce(wholeText(said));
}

void SeriesRun::beginJournal() {
    journal_.emplace(output_.path(), identity_, session_.results, session_.neighbourCorrelations, output_.outputs());
    isJournalOutdated_ = false;
}

bool SeriesRun::renewOutput() {
    if (output_.isNone() || !output_.renew()) return false;
    report_.say(output_.path().string() +
                " was removed or moved while it is written to: it is made anew, with the results so far");
    if (request_.survey) output_.saveSurvey(*request_.survey, session_);
    isOutputLost_ = true;
    return true;
}

/// They are saved when their frames are measured again.
void SeriesRun::forgetLostImages() {
    isOutputLost_ = false;
    if (!output_.savesImages()) return;
    const std::vector<int> frames = framesOf(request_);
    std::erase_if(request_.known, [&](const auto& known) {
        return known.second->status != FrameStatus::failed && std::ranges::count(frames, known.first) > 0 &&
               !output_.holdsImagesOf(*known.second);
    });
}

void SeriesRun::take(const SharedResult& row, const RunProgress& progress, const std::stop_token& stop) {
    const bool mayLackImages = output_.savesImages() && row->status != FrameStatus::failed && stop.stop_requested();
    if (mayLackImages && !output_.holdsImagesOf(*row)) return;  // the stop came while they were written
    session_.results[row->frame] = row;
    const std::string line =
        journal_ ? lines_.take(*row, neighbourCorrelationOf(session_.neighbourCorrelations, row->frame)) : std::string();
    if (journal_ && !journal_->isThere()) {
        renewOutput();
        beginJournal();
    } else if (journal_) {
        journal_->add(line);
    }
    rowNotes_.say(*row, session_.recipe, length_);
    report_.show(progress);
}

RunListener SeriesRun::listener(const std::stop_token& stop) {
    RunListener listener;
    const auto placementOf = [this](int index) {
        return finalPlacement(session_.series, index, request_.recipe, request_.calibration);
    };
    if (journal_) listener.measured = [&](const FrameResult& row) { lines_.make(row); };
    listener.compared = [&](int frame, double neighbourCorrelation) {
        session_.neighbourCorrelations[frame] = neighbourCorrelation;
        const auto known = session_.results.find(frame);  // of which the one before was measured now
        if (journal_ && known != session_.results.end()) journal_->add(rowLine({*known->second, neighbourCorrelation}));
    };
    listener.finished = [this, stop](const SharedResult& row, const RunProgress& progress) { take(row, progress, stop); };
    listener.surveyed = [&](int done, int total) { report_.showSurvey(done, total); };
    listener.notice = [&](const std::string& text) { sayOnce(text); };
    listener.remarked = [&](const std::string& what, const std::string& where) { sayOnce(what + ": " + where); };
    if (choices_.saves("u"))
        listener.deformations = [this, placementOf](int index, const Registration& found, const Spacing& spacing) {
            output_.saveDeformation(index, found, spacing, placementOf(index));
        };
    if (output_.savesImages() && session_.series.volumes)
        listener.volumes = [this, stop, placementOf](const FrameSource&, int index, const VolumeFrameMeasurer::Answer& answer) {
            output_.saveVolumes(index, answer, placementOf(index), stop);
        };
    else if (output_.savesImages())
        listener.images = [&](const FrameSource&, int index, const Frame& frame, const Measurer::Answer& measured) {
            output_.saveImages(index, frame, measured);
        };
    return listener;
}

void SeriesRun::survey(const RunListener& listener, std::stop_token stop) {
    const auto before = request_.survey;
    if (before && before->frames == std::ssize(session_.series.frames)) return;
    auto found = std::make_shared<const Survey>(
        surveyOf(withSizesThatCount(request_.series, request_.calibration), request_.recipe, request_.threads, listener.surveyed,
                 stop, before && !isSurveyRead_ ? *before : Survey{}, request_.engines.forConvolution()));
    if (stop.stop_requested()) return;
    isSurveyRead_ = false;
    if (before && !isOfBeginning(before->drift, session_.series))
        forgetAll("an image that has come is earlier than others, and their drift hangs on it: all frames are measured again");
    if (before && !before->seriesMedian.isEmpty() && before->framesOfMedian != found->framesOfMedian)
        forgetAll("dust that stands still was looked for anew: all frames are measured again");
    request_.survey = std::move(found);
    if (output_.isNone()) return;
    const bool isRenewed = renewOutput();
    if (journal_ && isJournalOutdated_) beginJournal();  // before the survey lies there by which its rows would hold
    if (!isRenewed) output_.saveSurvey(*request_.survey, session_);
}

bool SeriesRun::measure(std::stop_token stop, const std::set<int>& notYet) {
    if (choices_.watches) watchSize();
    for (const int frame : notYet) {  // they are being written
        ListedInput &before = identity_.files[static_cast<std::size_t>(frame)],
                    now = inputOf(session_.series.frames[static_cast<std::size_t>(frame)]);
        if (now == before) continue;
        before = std::move(now);
        isJournalOutdated_ = true;
    }
    const bool isRenewed = renewOutput();
    if (isOutputLost_) forgetLostImages();
    std::set<int> wanted;
    for (const int frame : framesOf(request_))
        if (!request_.known.contains(frame) && !notYet.contains(frame)) wanted.insert(frame);
    const bool isJournaled = journal_ && !isJournalOutdated_ && journal_->isThere();
    if (!output_.isNone() && !isJournaled) beginJournal();
    // What is looked for in the whole series is not looked for in half an image.
    if (choices_.watches && (wanted.empty() || (needsSurvey(request_.recipe) && !notYet.empty()))) return isRenewed;
    const RunListener listener = this->listener(stop);
    const auto start = std::chrono::steady_clock::now();
    try {
        survey(listener, stop);
        if (!stop.stop_requested()) {
            request_.wanted.reset();
            if (!notYet.empty()) request_.wanted = wanted;
            for (const auto& [frame, row] : runSeries(request_, listener, stop).results)
                if (session_.results.contains(frame)) request_.known[frame] = row;
        }
    } catch (const SettingError&) {  // the recipe does not suit these images: there is nothing to continue
        if (journal_ && request_.known.empty()) journal_->remove();
        throw;
    }
    report_.end();
    rowNotes_.sayRest();
    seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (isOutputLost_ && output_.savesImages() && !stop.stop_requested()) measure(stop, notYet);
    return true;
}

std::string SeriesRun::engineByName(std::stop_token stop) {
    constexpr std::size_t framesTried = 8;
    RunRequest one = request_;
    RunListener listener;
    listener.notice = [&](const std::string& text) { sayOnce(text); };
    std::string reason;
    const std::vector<int> frames = inOrder(request_.series, framesOf(request_));
    for (std::size_t i = 0; i < std::min(framesTried, frames.size()); ++i) {
        one.wanted = std::set{frames[i]};
        const FrameResults found = runSeries(one, listener, stop).results;
        if (stop.stop_requested()) return {};
        const FrameResult& row = *found.at(frames[i]);
        if (!row.engine.empty()) return isAutomatic(request_.engines.name) ? row.engine : request_.engines.name;
        reason = row.message;
    }
    throw InputError(session_.series.name, "none of its first frames can be measured (" + reason + ")",
                     "measure it without --prepare, which names all that is wrong");
}

std::optional<PreparedRun> SeriesRun::prepare(std::stop_token stop) {
    survey(listener(stop), stop);
    if (stop.stop_requested()) return std::nullopt;
    if (!request_.series.volumes) request_.usual = usualHeader(request_.series, framesOf(request_));
    RunRequest byName = request_;
    byName.engines.name = engineByName(stop);
    report_.end();
    if (stop.stop_requested()) return std::nullopt;
    PreparedRun run{.session = session_,
                    .identity = identity_,
                    .frames = request_.frames,
                    .engine = byName.engines.name,
                    .isExact = request_.engines.exact,
                    .convolutions = {},
                    .usual = request_.usual,
                    .surveyKey = {},
                    .effects = choices_.effects,
                    .replaces = choices_.replaces,
                    .hash = {}};
    run.identity.engine = settingsIdentity(byName).engine;
    for (const auto& engine : request_.engines.forConvolution().engines)
        if (engine->description().unavailable.empty() &&
            (isAutomatic(request_.engines.convolution) || engine->description().name == request_.engines.convolution))
            run.convolutions.push_back(engine->description().name);
    if (needsSurvey(session_.recipe)) run.surveyKey = surveyKey(session_.series, session_.recipe, session_.files);
    renewOutput();
    output_.savePlan(run);
    return run;
}

void SeriesRun::takeParts(const PreparedRun& run, PartRows rows) {
    length_ = fitOf(session_.recipe).length;
    identity_ = run.identity;
    request_.survey = surveyOf(run, output_.path());
    session_.results = request_.known = std::move(rows.rows);
    session_.neighbourCorrelations = std::move(rows.neighbourCorrelations);
    session_.convolutionTuning = run.session.convolutionTuning;
    deviceOfParts_ = std::move(rows.device);
    for (const auto& [frame, row] : session_.results)
        rowNotes_.say(*row, session_.recipe, length_);
    rowNotes_.sayRest();
}

void SeriesRun::watchSize() {
    const auto size = usualSize(request_, request_.series.frames.size());
    if (const std::string why = whySizeOutdates(usualSize_, size); !why.empty()) forgetAll(why);
    usualSize_ = size;
}

void SeriesRun::writeTables(bool withEffects, std::stop_token stop) {
    session_.finishedUtc = utcNow();
    std::vector<int> measured;
    for (const auto& [frame, row] : session_.results)
        measured.push_back(frame);
    judgement_ = finishRun(session_, measured, engines_);
    if (!deviceOfParts_.empty()) session_.device = deviceOfParts_;
    if (output_.isNone()) return;
    std::string effects;
    if (choices_.effects > 0 && withEffects) effects = effectsCsv(request_, session_.rows(), choices_.effects, stop);
    const auto write = [&] { output_.writeTables(session_, request_.survey ? &request_.survey->drift : nullptr, effects); };
    // A folder that somebody removes loses its files before it goes itself, and is then made anew.
    constexpr int tries = 5;
    for (int left = tries;; --left) {
        renewOutput();
        try {
            return write();
        } catch (const StorageError&) {
            if (left == 1) throw;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
}

void SeriesRun::sayJudgement() const {
    for (const Warning& warning : judgement_.warnings)
        report_.say(warning.key + ": " + warning.text +
                    (warning.remedyKey.empty() ? "" : " Try --set " + warning.remedyKey + "=" + warning.remedyValue));
    if (!judgement_.notSelfSimilar.empty()) report_.say(judgement_.notSelfSimilar);
    if (!judgement_.offNeighbours.empty()) report_.say(offNeighboursWarning(judgement_.offNeighbours));
}

void SeriesRun::endJournal() {
    std::error_code gone;
    if (journal_)
        journal_->remove();
    else if (choices_.resumes && !output_.isNone())  // that of a run which was killed behind its tables: no frame was missing
        std::filesystem::remove(output_.path() / RunJournal::fileName, gone);
    journal_.reset();
}

void SeriesRun::grow(const std::vector<std::filesystem::path>& files) {
    const std::size_t before = session_.series.frames.size();
    ImageSeries grown = withFrames(session_.series, files, session_.times);
    std::vector<int> changed;  // by now the table of times has them, or has not
    for (std::size_t i = 0; i < before; ++i) {
        const FrameSource &then = session_.series.frames[i], &now = grown.frames[i];
        if (then.problem != now.problem) changed.push_back(static_cast<int>(i));
        if (std::string time = shortest(now.timeS); identity_.files[i].timeS != time) {
            identity_.files[i].timeS = std::move(time);
            isJournalOutdated_ = true;
        }
    }
    session_.series = request_.series = std::move(grown);
    for (std::size_t i = before; i < session_.series.frames.size(); ++i)
        identity_.files.push_back(inputOf(session_.series.frames[i]));
    if (journal_ && identity_.files.size() > before) journal_->grow(std::span(identity_.files).subspan(before));
    forget(changed);
    retime(session_.results, session_.series);
    output_.grow(session_);
    sayNotes();
}

void SeriesRun::forget(const std::vector<int>& frames) {
    if (frames.empty()) return;
    isJournalOutdated_ = true;
    for (const int frame : frames)
        identity_.files[static_cast<std::size_t>(frame)] = inputOf(session_.series.frames[static_cast<std::size_t>(frame)]);
    if (needsSurvey(request_.recipe)) {
        request_.survey.reset();
        return forgetAll("an image is another, and a step looks at the whole series: all frames are measured again");
    }
    for (const int frame : frames) {
        request_.known.erase(frame);
        session_.results.erase(frame);
        session_.resultKeys.erase(frame);
    }
}

void SeriesRun::forgetPassing() {
    const auto survey = request_.survey;
    if (!survey || survey->seriesMedian.isEmpty() || survey->framesOfMedian == std::ssize(session_.series.frames)) return;
    request_.survey.reset();
    forgetAll("dust that stands still is looked for in all images at the end: all frames are measured again");
}

void SeriesRun::forgetAll(const std::string& why) {
    if (request_.known.empty()) return;
    report_.say(why);
    isJournalOutdated_ = true;
    request_.known.clear();
    session_.results.clear();
    session_.neighbourCorrelations.clear();
    session_.resultKeys.clear();
}

}  // namespace coarsen
