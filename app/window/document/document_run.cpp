// SPDX-License-Identifier: GPL-3.0-or-later
// What the document measures: the survey of the series and the run over its frames.
#include "app/window/document/document.hpp"
#include "app/window/theme/words.hpp"
#include "core/analysis/devices.hpp"

#include <QDateTime>

#include <algorithm>
#include <utility>

namespace coarsen::window {

namespace {

std::string utcNow() {
    return QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString();
}

QString failureTitle(int frame) {
    return Document::tr("Frame %1 could not be measured").arg(frame);
}

}  // namespace

std::string Document::surveyKey() const {
    return std::to_string(surveySeries_) + surveyHash(session_.recipe, session_.files);
}

std::shared_ptr<const Survey> Document::surveyHeld() const {
    return survey_ && needsSurvey(session_.recipe) && surveyKey_ == surveyKey() ? survey_ : nullptr;
}

std::shared_ptr<const Survey> Document::surveyIfKnown() const {
    const auto held = surveyHeld();
    return held && held->frames == frameCount() ? held : nullptr;
}

void Document::survey() {
    const std::string key = needsSurvey(session_.recipe) ? surveyKey() : std::string();
    if (key == surveyKey_) {
        // A survey under way goes on and is extended once it is done; begun again with every image it would never end.
        if (!survey_ || isSurveying() || watch_.isPaused || survey_->frames >= frameCount()) return;
        surveyed_ = 0;
        surveyWorker_.start(session_.series, session_.recipe, survey_);
        emit runChanged();
        return;
    }
    surveyKey_ = key;
    survey_.reset();
    surveyed_ = 0;
    analyseAfterwards_.reset();
    surveyWorker_.stop();
    if (!key.empty()) surveyWorker_.start(session_.series, session_.recipe);
    emit runChanged();
}

void Document::surveyFound(const std::shared_ptr<const Survey>& survey) {
    const std::vector<std::string> told = survey_ ? survey_->notes : std::vector<std::string>{};
    survey_ = survey;
    rebuildGrowth();
    emit resultsChanged();
    emit runChanged();
    for (const std::string& note : survey->notes)
        if (!std::ranges::count(told, note)) raise({Notice::Kind::warning, tr("About the whole series"), translated(note), -1});
    askPreview();  // surveys the frames that have come meanwhile, too
    if (isSurveying()) return;
    if (const auto extent = std::exchange(analyseAfterwards_, std::nullopt)) analyseExtent(*extent);
    measureWanted();
}

int Document::framesToMeasure() const {
    return frameCount() - static_cast<int>(upToDate_.size());
}

bool Document::isSettled() const {
    return previewComplete_ && (!fitting_ || isRunning()) && !(needsSurvey(session_.recipe) && isSurveying());
}

bool Document::isBusy() const {
    return opening_ || fitting_ || surveyWorker_.isRunning() || isRunning() || !background_.isIdle() || !previewComplete_;
}

void Document::analyse(bool all) {
    if (std::exchange(watch_.isPaused, false)) emit watchChanged();
    const auto held = surveyHeld();
    if (all && held && !held->seriesMedian.isEmpty() && held->framesOfMedian < frameCount())
        ++surveySeries_;  // dust that stands still is looked for in all frames
    analyseExtent(all ? Extent::all : Extent::outOfDate);
}

void Document::analyseExtent(Extent extent) {
    if (!isOpen() || isRunning()) return;
    if (filesOf(session_.recipe).empty())
        measureSeries(extent);
    else
        readFiles([=, this] { measureSeries(extent); });
}

std::vector<int> Document::framesOf(Extent extent) const {
    std::vector<int> frames;
    for (int frame = 0; frame < frameCount(); ++frame) {
        const bool isWanted = extent == Extent::all ||
                              (extent == Extent::outOfDate ? !upToDate_.contains(frame)
                                                           : !session_.results.contains(frame) && !unfinished_.contains(frame));
        if (isWanted) frames.push_back(frame);
    }
    return frames;
}

void Document::measureSeries(Extent extent) {
    if (!isOpen() || isRunning()) return;
    if (needsSurvey(session_.recipe) && !surveyIfKnown()) {
        if (!isSurveying() && !surveyHeld()) surveyKey_.clear();  // it was cancelled
        survey();
        analyseAfterwards_ = extent;
        return;
    }
    if (extent == Extent::all) {
        if (framesToMeasure() == 0) earlierFits_ = session_.fits;
        upToDate_.clear();
    }
    const std::vector<int> frames = framesOf(extent);
    if (frames.empty()) return;
    isRunOfWanted_ = false;
    session_.startedUtc = utcNow();
    startRun(frames);
}

void Document::startRun(const std::vector<int>& frames) {
    RunRequest request;
    request.series = session_.series;
    request.recipe = session_.recipe;
    request.calibration = session_.calibration;
    request.engines = engineRequest(0);
    request.excluded = session_.excluded;
    request.manualRMaxPx = markersOfRun_ = session_.manualRMaxPx;
    request.survey = surveyIfKnown();
    request.threads = threads_;
    request.memoryBytes = static_cast<std::size_t>(memoryMb_) << 20;
    request.wanted = std::set(frames.begin(), frames.end());
    for (const int frame : upToDate_)
        request.known.insert(*session_.results.find(frame));
    session_.engine = engineName_.toStdString();
    seriesOfRun_ = openSeries_;
    hashOfRun_ = hash_;
    progress_ = {};
    progress_.total = static_cast<int>(frames.size());
    series_.start(std::move(request));
    emit runChanged();
}

void Document::cancel() {
    if (watch_.isOn && !watch_.isPaused && (isRunning() || isSurveying())) {
        watch_.isPaused = true;
        raise({Notice::Kind::information,
               tr("Measuring is paused"),
               tr("New images are taken in; they wait until you press F5."),
               -1,
               true,
               {Remedy::measureOn}});
        emit watchChanged();
    }
    if (isSurveying()) {
        surveyWorker_.stop();
        analyseAfterwards_.reset();
    }
    series_.cancel();
    emit runChanged();
}

void Document::rowsMeasured(const std::vector<SharedResult>& rows, const Likeness& likeness, const RunProgress& progress) {
    if (seriesOfRun_ != openSeries_) return;  // of a series that is no longer open
    progress_ = progress;
    for (const auto& [frame, alike] : likeness)
        session_.likeness[frame] = alike;
    for (const SharedResult& row : rows) {
        keepRow(*row);
        if (row->status == FrameStatus::failed)
            raiseFailure(*row, false);
        else
            retract(failureTitle(row->frame), row->frame);
    }
    refit();
    rebuildGrowth();
    keepForRecovery();
    emit resultsChanged();
    emit runChanged();
}

void Document::raiseFailure(const FrameResult& row, bool isQuiet) {
    Notice notice{Notice::Kind::failure,
                  failureTitle(row.frame),
                  sentence(translated(row.message)) + " " + tr("The frame keeps its place and stays out of the fit."),
                  row.frame,
                  false,
                  {Remedy::retryFrame, Remedy::showInFolder, Remedy::excludeFrame}};
    notice.isQuiet = isQuiet;
    raise(std::move(notice));
}

void Document::runEnded(bool cancelled, const QString& problem) {
    if (seriesOfRun_ != openSeries_) {
        measureWanted();
        emit runChanged();
        return measureArrived();
    }
    session_.finishedUtc = utcNow();
    session_.device = devicesOf(engines_.correlation, session_.results);
    if (!problem.isEmpty()) raise({Notice::Kind::failure, tr("The analysis stopped"), problem, -1});
    if (cancelled) upToDate_ = session_.framesUpToDate();  // those that were to be measured again are what they were
    if (framesToMeasure() == 0) {
        earlierFits_.clear();
        if (!cancelled && !isRunOfWanted_) judgeSeries();
    }
    refit();
    rebuildGrowth();
    keepForRecovery();
    if (cancelled) wantedAgain_.clear();  // they stay out of date
    measureWanted();
    emit resultsChanged();
    emit runChanged();
    if (!cancelled && problem.isEmpty()) measureArrived();
}

}  // namespace coarsen::window
