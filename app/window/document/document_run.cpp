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

void Document::survey() {
    survey(surveys_.want(watch_.state().isPaused));
}

void Document::survey(SurveyKeeper::Task task) {
    if (task == SurveyKeeper::Task::none) return;
    surveyWorker_.stop();
    if (task != SurveyKeeper::Task::stop) surveyWorker_.start(session_.series, session_.recipe, surveys_.held());
    emit runChanged();
}

void Document::surveyFound(const std::shared_ptr<const Survey>& survey) {
    const std::vector<std::string> notes = surveys_.found(survey);
    rebuildGrowth();
    emit resultsChanged();
    emit runChanged();
    for (const std::string& note : notes)
        raise({Notice::Kind::warning, tr("About the whole series"), translated(note), -1});
    askPreview();  // surveys the frames that have come meanwhile, too
    if (isSurveying()) return;
    if (const auto extent = surveys_.takeAnalysis()) analyseExtent(*extent);
    measureWanted();
}

bool Document::isSettled() const {
    return previewComplete_ && (!fits_.isUnderWay() || isRunning()) && !(needsSurvey(session_.recipe) && isSurveying());
}

bool Document::isBusy() const {
    return opening_ || fits_.isUnderWay() || isSurveying() || isRunning() || !background_.isIdle() || !previewComplete_;
}

void Document::analyse(bool all) {
    if (watch_.pause(false)) emit watchChanged();
    if (all) surveys_.makeOldUnlessWhole();
    analyseExtent(all ? Extent::all : Extent::outOfDate);
}

void Document::analyseExtent(Extent extent) {
    if (!isOpen() || isRunning()) return;
    if (filesOf(session_.recipe).empty())
        measureSeries(extent);
    else
        readFiles([=, this] { measureSeries(extent); });
}

void Document::measureSeries(Extent extent) {
    if (!isOpen() || isRunning()) return;
    if (needsSurvey(session_.recipe) && !surveys_.whole()) return survey(surveys_.wantFor(extent, watch_.state().isPaused));
    if (extent == Extent::all) {
        if (measured_.isComplete()) fits_.keepAsEarlier(true);
        measured_.startOver();
    }
    const std::vector<int> frames = measured_.framesOf(extent, watch_.unfinished());
    if (frames.empty()) return;
    session_.startedUtc = utcNow();
    startRun(frames, false);
}

void Document::startRun(const std::vector<int>& frames, bool isOfWanted) {
    RunRequest request;
    request.series = session_.series;
    request.recipe = session_.recipe;
    request.calibration = session_.calibration;
    request.engines = engineRequest(0);
    request.excluded = session_.excluded;
    request.manualRMaxPx = session_.manualRMaxPx;
    request.survey = surveys_.whole();
    request.threads = threads_;
    request.memoryBytes = static_cast<std::size_t>(memoryMb_) << 20;
    request.isPart = true;
    for (const int frame : frames) {
        // How much of its pattern a frame shares with the one before belongs to its row.
        const bool isAlone = request.frames.empty() || request.frames.back() != frame - 1;
        if (isAlone && measured_.upToDate().contains(frame - 1)) {
            request.frames.push_back(frame - 1);
            request.known[frame - 1] = session_.results.at(frame - 1);
        }
        request.frames.push_back(frame);
    }
    session_.engine = engineName_.toStdString();
    measured_.begin(isOfWanted);
    progress_ = {};
    progress_.total = static_cast<int>(request.frames.size());
    series_.start(std::move(request));
    emit runChanged();
}

void Document::cancel() {
    if ((isRunning() || isSurveying()) && watch_.pause()) {
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
        surveys_.ended();
    }
    series_.cancel();
    emit runChanged();
}

void Document::rowsMeasured(const std::vector<FrameResult>& rows, const RunProgress& progress) {
    progress_ = progress;
    for (const FrameResult& row : rows) {
        measured_.keep(row);
        if (row.status == FrameStatus::failed)
            raiseFailure(row, false);
        else
            retract(failureTitle(row.frame), row.frame);
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
    session_.finishedUtc = utcNow();
    session_.device = devicesOf(engines_, session_.results);
    if (!problem.isEmpty()) raise({Notice::Kind::failure, tr("The analysis stopped"), problem, -1});
    const bool isWhole = measured_.end(cancelled);
    if (measured_.isComplete()) fits_.dropEarlier();
    if (isWhole) judgeSeries();
    refit();
    rebuildGrowth();
    keepForRecovery();
    measureWanted();
    emit resultsChanged();
    emit runChanged();
    if (!cancelled && problem.isEmpty()) measureArrived();
}

}  // namespace coarsen::window
