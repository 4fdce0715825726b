// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/growth.hpp"
#include "app/window/document/machine.hpp"
#include "app/window/document/notices.hpp"
#include "app/window/state/opened.hpp"
#include "app/window/workers/background.hpp"
#include "app/window/workers/series_worker.hpp"
#include "app/window/workers/survey_worker.hpp"

#include <QObject>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace coarsen::window {

/// Measuring of what is open: the survey of the series and the run over its frames.
class Run : public QObject {
    Q_OBJECT
public:
    /// All of it outlives this.
    Run(Opened& opened, Machine& machine, Background& background, Notices& notices, Growth& growth);

    bool isRunning() const { return opened_.measured.isUnderWay(); }
    const RunProgress& progress() const { return progress_; }
    bool isSurveying() const { return opened_.surveys.isUnderWay(); }  ///< the survey comes first
    int surveyed() const { return opened_.surveys.framesSeen(); }
    int framesToMeasure() const { return opened_.measured.toMeasure(); }  ///< waiting or out of date

    const Machine& machine() const { return machine_; }

    void setEngine(const QString& name);
    void setConvolutionEngine(const QString& name);
    void setLimits(int memoryMb, int threads);  ///< of the runs that follow
    void analyse(bool all);
    void measureAgain(const std::vector<int>& frames);  ///< these alone, now or after the run under way
    void cancel();

    // What follows a change of what is open.
    void adopt();                                                   ///< another session: what is under way is let go
    void letGo();                                                   ///< of all that is under way, and never waits
    void survey();                                                  ///< for what is chosen now, where that needs one
    void judgeChoices(const std::map<int, double>& markersBefore);  ///< finds the results of what is chosen, after a change of it
    void forget(const std::vector<int>& frames);                    ///< as if they had never been measured
    void measureWanted();   ///< frames wanted again: now, or once the run under way or the survey has ended
    void measureArrived();  ///< of the watched folder, never measured; those of an earlier recipe wait until asked for
    void stop();            ///< the run, keeping what it has measured

signals:
    void changed();  ///< progress
    void resultsChanged();
    void measured();  ///< there is more to keep for the next start
    void surveyFound();
    void wantedAnew(const std::vector<int>& frames);  ///< their files may be others by now
    void engineChanged();
    void pauseChanged();  ///< of a watch

private:
    void survey(SurveyState::Task task);
    void takeSurvey(const std::shared_ptr<const Survey>& survey);
    void judgeResults();
    void readFiles(std::function<void()> then);
    void analyseExtent(Extent extent);
    void measureSeries(Extent extent);
    void startRun(const std::vector<int>& frames, bool isOfWanted);
    void rowsMeasured(const std::vector<SharedResult>& rows, const NeighbourCorrelations& neighbourCorrelations,
                      const RunProgress& progress);
    void runEnded(bool cancelled, const QString& problem);

    Opened& opened_;
    Machine& machine_;
    Background& background_;
    Notices& notices_;
    Growth& growth_;
    RunProgress progress_;
    SurveyWorker surveyWorker_;
    SeriesWorker series_;
};

}  // namespace coarsen::window
