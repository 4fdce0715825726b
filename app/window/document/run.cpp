// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/run.hpp"

#include "app/window/theme/words.hpp"
#include "core/analysis/devices.hpp"
#include "core/base/memory.hpp"
#include "core/series/frame_sizes.hpp"

#include <QDateTime>

#include <algorithm>
#include <set>
#include <utility>

namespace coarsen::window {

namespace {

std::string utcNow() {
    return QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString();
}

}  // namespace

Run::Run(Opened& opened, Machine& machine, Background& background, Notices& notices, Growth& growth)
    : opened_(opened), machine_(machine), background_(background), notices_(notices), growth_(growth) {
    connect(&series_, &SeriesWorker::rowsMeasured, this, &Run::rowsMeasured);
    connect(&series_, &SeriesWorker::ended, this, &Run::runEnded);
    connect(&series_, &SeriesWorker::noticed, this, [this](const QString& text) {
        notices_.raise({Notice::Kind::warning, tr("The engine changed"), text, -1});
    });
    connect(&series_, &SeriesWorker::remarked, this, [this](const QString& what, const QString& where) {
        notices_.retract(what);  // of a part of the series measured before
        notices_.raise({Notice::Kind::information, what, where, -1});
    });
    connect(&surveyWorker_, &SurveyWorker::found, this, &Run::takeSurvey);
    connect(&surveyWorker_, &SurveyWorker::progressed, this, [this](int done, int) {
        opened_.surveys.saw(done);
        emit changed();
    });
    connect(&surveyWorker_, &SurveyWorker::failed, this, [this](const QString& problem) {
        opened_.surveys.ended();
        emit changed();
        notices_.raise({Notice::Kind::warning, tr("The series could not be surveyed"), problem, -1});
    });
}

void Run::adopt() {
    letGo();
    progress_ = {};
    opened_.measured.adopt();
    opened_.surveys.adopt();
}

void Run::letGo() {
    series_.letGo();
    surveyWorker_.stop();
}

void Run::setEngine(const QString& name) {
    machine_.name = name;
    opened_.session.engine = name.toStdString();
    emit engineChanged();
}

void Run::setConvolutionEngine(const QString& name) {
    machine_.convolution = name;
    emit engineChanged();
}

void Run::setLimits(int memoryMb, int threads) {
    machine_.memoryMb = memoryMb;
    setMemoryBudget(static_cast<std::size_t>(memoryMb) << 20);
    machine_.threads = threads;
}

void Run::stop() {
    series_.cancel();
}

// ---- the survey

void Run::survey() {
    survey(opened_.surveys.want(opened_.watch.status().isPaused));
}

void Run::survey(SurveyState::Task task) {
    if (task == SurveyState::Task::none) return;
    surveyWorker_.stop();
    if (task != SurveyState::Task::stop)
        surveyWorker_.start(withSizesThatCount(opened_.session.series, opened_.session.calibration), opened_.session.recipe,
                            machine_.request().forConvolution(), opened_.surveys.held());
    emit changed();
}

void Run::takeSurvey(const std::shared_ptr<const Survey>& found) {
    const std::vector<std::string> notes = opened_.surveys.found(found);
    growth_.rebuild();
    emit resultsChanged();
    emit changed();
    for (const std::string& note : notes)
        notices_.raise({Notice::Kind::warning, tr("About the whole series"), translated(note), -1});
    survey();  // the frames that have come meanwhile, too
    emit surveyFound();
    if (isSurveying()) return;
    if (const auto extent = opened_.surveys.takeAnalysis()) analyseExtent(*extent);
    measureWanted();
}

// ---- what is out of date

void Run::judgeResults() {
    RunState& measured = opened_.measured;
    const bool wasComplete = measured.isComplete(), isRunStopped = measured.isRunOverSeries();
    const std::size_t upToDate = measured.upToDate().size();
    if (!measured.rejudge()) return;
    opened_.fits.keepAsEarlier(wasComplete);
    if (isRunStopped)
        notices_.raise({Notice::Kind::information, tr("Run stopped: the settings changed"),
                        tr("%1 of %2 frames were measured with the settings before. F5 continues with the present ones.")
                            .arg(upToDate)
                            .arg(opened_.frameCount()),
                        -1});
    if (measured.isComplete()) opened_.fits.dropEarlier();
    series_.cancel();
}

void Run::judgeChoices(const std::map<int, double>& markersBefore) {
    opened_.measured.markersMoved(markersBefore);
    judgeResults();
    const std::set<std::string> files = filesOf(opened_.session.recipe);
    if (std::ranges::any_of(files, [this](const std::string& file) { return !opened_.session.files.contains(file); }))
        readFiles([] {});
}

/// Looks at the files that the recipe names, then goes on.
void Run::readFiles(std::function<void()> then) {
    background_.run(
        [=, this, recipe = opened_.session.recipe, known = opened_.session.files]() -> Background::Result {
            Session named;
            named.recipe = recipe, named.files = known;
            return [=, this, files = knownHashes(named)] {
                if (filesOf(opened_.session.recipe) != filesOf(recipe)) return;  // another recipe by now, which looks for itself
                opened_.session.files = files;
                judgeResults();
                then();
                growth_.rebuild();
                emit resultsChanged();
                emit changed();
            };
        },
        [this](const QString& problem) {
            notices_.raise({Notice::Kind::warning, tr("The recipe's files were not read"), problem, -1});
        });
}

void Run::measureAgain(const std::vector<int>& frames) {
    opened_.measured.wantAgain(frames);
    emit wantedAnew(frames);
    growth_.rebuild();
    measureWanted();
    emit resultsChanged();
    emit changed();
}

void Run::forget(const std::vector<int>& frames) {
    if (frames.empty()) return;
    opened_.measured.forget(frames);
    growth_.rebuild();
    emit resultsChanged();
    emit changed();
}

// ---- the run

void Run::analyse(bool all) {
    if (opened_.watch.pause(false)) emit pauseChanged();
    if (all) opened_.surveys.makeOldUnlessWhole();
    analyseExtent(all ? Extent::all : Extent::outOfDate);
}

void Run::analyseExtent(Extent extent) {
    if (!opened_.isOpen() || isRunning()) return;
    if (filesOf(opened_.session.recipe).empty())
        measureSeries(extent);
    else
        readFiles([=, this] { measureSeries(extent); });
}

void Run::measureSeries(Extent extent) {
    if (!opened_.isOpen() || isRunning()) return;
    if (needsSurvey(opened_.session.recipe) && !opened_.surveys.whole())
        return survey(opened_.surveys.wantFor(extent, opened_.watch.status().isPaused));
    if (extent == Extent::all) {
        if (opened_.measured.isComplete()) opened_.fits.keepAsEarlier(true);
        opened_.measured.startOver();
    }
    const std::vector<int> frames = opened_.measured.framesOf(extent, opened_.watch.unfinished());
    if (frames.empty()) return;
    opened_.session.startedUtc = utcNow();
    startRun(frames, false);
}

void Run::measureWanted() {
    if (isRunning() || (needsSurvey(opened_.session.recipe) && !opened_.surveys.whole())) return;
    if (const std::vector<int> frames = opened_.measured.takeWanted(); !frames.empty()) startRun(frames, true);
}

void Run::measureArrived() {
    if (!opened_.watch.measuresNow() || isRunning()) return;
    if (!opened_.measured.framesOf(Extent::unmeasured, opened_.watch.unfinished()).empty()) analyseExtent(Extent::unmeasured);
}

void Run::startRun(const std::vector<int>& frames, bool isOfWanted) {
    RunRequest request;
    request.series = opened_.session.series;
    request.recipe = opened_.session.recipe;
    request.calibration = opened_.session.calibration;
    request.engines = machine_.request();
    request.excluded = opened_.session.excluded;
    request.manualRMaxPx = opened_.session.manualRMaxPx;
    request.survey = opened_.surveys.whole();
    request.threads = machine_.threads;
    request.memoryBytes = static_cast<std::size_t>(machine_.memoryMb) << 20;
    request.wanted = std::set(frames.begin(), frames.end());
    for (const int frame : opened_.measured.upToDate())
        request.known.insert(*opened_.session.results.find(frame));
    opened_.session.engine = machine_.name.toStdString();
    opened_.session.convolutionEngine = request.engines.convolution;
    opened_.session.convolutionTuning = request.engines.tunedUtc();
    opened_.measured.begin(isOfWanted);
    progress_ = {};
    progress_.total = static_cast<int>(frames.size());
    series_.start(std::move(request));
    emit changed();
}

void Run::cancel() {
    if ((isRunning() || isSurveying()) && opened_.watch.pause()) {
        notices_.raise({Notice::Kind::information,
                        tr("Measuring is paused"),
                        tr("New images are taken in; they wait until you press F5."),
                        -1,
                        true,
                        {Remedy::measureOn}});
        emit pauseChanged();
    }
    if (isSurveying()) {
        surveyWorker_.stop();
        opened_.surveys.ended();
    }
    series_.cancel();
    emit changed();
}

void Run::rowsMeasured(const std::vector<SharedResult>& rows, const NeighbourCorrelations& neighbourCorrelations,
                       const RunProgress& progress) {
    progress_ = progress;
    opened_.measured.keep(neighbourCorrelations);
    for (const SharedResult& row : rows) {
        opened_.measured.keep(row);
        if (row->status == FrameStatus::failed)
            notices_.raise(failureOf(*row, false));
        else
            notices_.retract(failureTitle(row->frame), row->frame);
    }
    growth_.refit();
    growth_.rebuild();
    emit measured();
    emit resultsChanged();
    emit changed();
}

void Run::runEnded(bool cancelled, const QString& problem) {
    opened_.session.finishedUtc = utcNow();
    opened_.session.device = devicesOf(machine_.engines.correlation, opened_.session.results);
    if (!problem.isEmpty()) notices_.raise({Notice::Kind::failure, tr("The analysis stopped"), problem, -1});
    const bool isWhole = opened_.measured.end(cancelled);
    if (opened_.measured.isComplete()) opened_.fits.dropEarlier();
    if (isWhole) growth_.judge();
    growth_.refit();
    growth_.rebuild();
    emit measured();
    measureWanted();
    emit resultsChanged();
    emit changed();
    if (!cancelled && problem.isEmpty()) measureArrived();
}

}  // namespace coarsen::window
