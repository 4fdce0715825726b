// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/choices.hpp"
#include "app/window/document/notice.hpp"
#include "app/window/document/preferences.hpp"
#include "app/window/document/recovery.hpp"
#include "app/window/document/saved_session.hpp"
#include "app/window/keepers/epoch.hpp"
#include "app/window/keepers/fit_keeper.hpp"
#include "app/window/keepers/run_keeper.hpp"
#include "app/window/keepers/survey_keeper.hpp"
#include "app/window/keepers/watch_keeper.hpp"
#include "app/window/values/cell_state.hpp"
#include "app/window/values/growth_data.hpp"
#include "app/window/workers/background.hpp"
#include "app/window/workers/folder_watcher.hpp"
#include "app/window/workers/input_worker.hpp"
#include "app/window/workers/preview_worker.hpp"
#include "app/window/workers/series_worker.hpp"
#include "app/window/workers/survey_worker.hpp"
#include "app/window/workers/thumbnail_worker.hpp"
#include "core/preprocess/stroke.hpp"
#include "core/session/relocate.hpp"
#include "core/session/session.hpp"

#include <QObject>
#include <QTimer>
#include <QUndoStack>

#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

namespace coarsen::window {

/// Everything that is open: the only place in the window that holds state. Views show its values and send it wishes; work is done
/// by workers, whose answers come back as values. All of it lives in the window's thread.
class Document : public QObject {
    Q_OBJECT
public:
    explicit Document(EngineList engines, QObject* parent = nullptr);
    ~Document() override;

    // What is open.
    bool isOpen() const { return !session_.series.frames.empty(); }
    bool isOpening() const { return opening_; }
    const Session& session() const { return session_; }
    const Recipe& recipe() const { return session_.recipe; }
    int frameCount() const { return static_cast<int>(session_.series.frames.size()); }
    int currentFrame() const { return current_; }
    const std::shared_ptr<const Preview>& preview() const { return preview_; }
    bool isPreviewStale() const { return previewTicket_ != answeredTicket_; }
    std::shared_ptr<const GrowthData> growth() const { return growth_; }
    std::vector<CellState> cellStates() const;
    std::vector<Warning> currentWarnings() const;
    const std::vector<Notice>& notices() const { return notices_; }
    QUndoStack& undoStack() { return undo_; }
    const EngineList& engines() const { return engines_; }
    const QString& engineName() const { return engineName_; }
    bool hasMarker(int frame) const { return session_.manualRMaxPx.contains(frame); }
    std::filesystem::path sessionFile() const { return sessionFile_; }
    int memoryMb() const { return memoryMb_; }
    bool timesAreSeconds() const;
    QString timeSourceText() const;
    /// In which a field shows this time: the one it was typed in, else that of the series where it reads well; automatic: none,
    /// for frames are counted.
    TimeUnit fieldUnit(const std::string& setting, double seconds) const;
    void setTruthShown(bool shown);                        ///< of a series whose answer is known
    double timeOrigin() const;                             ///< what times shown count from: the quench, or the first frame
    double fieldOrigin(const std::string& setting) const;  ///< what a field counts from: the quench, or the series' clock

    // The run.
    bool isRunning() const { return series_.isRunning(); }
    const RunProgress& progress() const { return progress_; }
    bool isSurveying() const { return surveys_.isUnderWay(); }  ///< the series is looked at as a whole first
    int surveyed() const { return surveys_.framesSeen(); }
    int framesToMeasure() const { return measured_.toMeasure(); }  ///< waiting or out of date
    bool isSettled() const;  ///< preview, fit and survey are of what is chosen now; during a run the fit follows its rows
    bool isBusy() const;     ///< anything under way: for --grab, which waits until nothing is
    bool isCheckingInputs() const { return inputWorker_.isRunning(); }  ///< whether the images are those measured
    bool isRecovering() const { return isRecovering_; }

    const WatchState& watchState() const { return watch_.state(); }
    bool canWatch() const;  ///< the series can grow with its folder

    // Wishes.
    void open(const std::vector<std::filesystem::path>& inputs, const TimeChoice& times = {},
              const std::optional<Recipe>& recipe = {}, const std::optional<Calibration>& calibration = {});
    void openSession(const std::filesystem::path& file);
    /// Another's file is not replaced unless the user said so (`replaces`): one that was there already, or that somebody has
    /// written since this window read or wrote it.
    void saveSession(const std::filesystem::path& file, bool replaces = false);
    void locateImages(const std::filesystem::path& folder);  ///< where those that are missing are now, other files, too
    void setRecovering(bool recovering);                     ///< off: nothing is kept for the next start
    void showFrame(int frame);
    void wantExponents();  ///< the growth has them from now on, until another series is opened
    void setValue(const QString& key, const FieldValue& value);  ///< "flatten.order"; raises a notice when it does not fit
    void setRecipe(const Recipe& recipe, const QString& name);
    void setCrop(const QRect& rect);
    void setStrokes(std::vector<Stroke> strokes, const QString& name);  ///< painted dust; switches the step on
    void setFitRange(const FitRange& range);
    void setFitRangeEnd(RangeEnd end, int frame);  ///< at this frame's time; the other end opens where it would be past it
    void toggleExcluded(int frame);
    void setExcluded(const std::vector<int>& frames, bool excluded);
    void setMarker(int frame, std::optional<double> rMaxPx);  ///< R_max by hand: the maximum there; nothing: automatic again
    /// R_max by hand in all frames measured: the maximum of C1D that lies there in this one, followed through the series.
    void followMaximum(int frame, double rMaxPx);
    void clearMarkers();  ///< R_max automatic again in all frames
    void setCalibration(const Calibration& calibration);
    void setTimes(const TimeChoice& times);
    /// All that is said of times at once; `typedUnits`: of the settings that were typed now.
    void setTimes(const TimeChoice& times, std::optional<double> t0S, TimeUnit unit,
                  const std::map<std::string, TimeUnit>& typedUnits);
    void setTimeUnit(TimeUnit unit);  ///< that all times are shown in
    /// "fit.t0", "fit.from", "fit.to" as it was typed; nothing: no limit.
    void setTime(const QString& key, std::optional<double> seconds, TimeUnit typed);
    void setEngine(const QString& name);
    void setLimits(int memoryMb, int threads);  ///< of the runs that follow
    void analyse(bool all);
    void measureAgain(const std::vector<int>& frames);  ///< these alone, now or after the run under way
    void cancel();
    void watchFolder(const std::filesystem::path& folder);  ///< opens it, or waits for its first image
    void setWatching(bool watching);                        ///< of the folder that is open
    void setFollowing(bool following);
    void raise(Notice notice);                           ///< takes the place of the one that said the same
    void say(const QString& words);                      ///< what was just done, in passing
    void withdraw(quint64 notice);                       ///< it has been answered
    void carryOut(const Notice& notice, Remedy remedy);  ///< what needs no file chooser
    void clearNotices();
    Background& background() { return background_; }

signals:
    void opened();  ///< another series or session
    void openFailed(const QString& reason);
    void frameChanged(int frame);
    void previewChanged();
    void choicesChanged();
    void resultsChanged();
    void runChanged();
    void watchChanged();
    void thumbnailMade(int frame, const QImage& picture);
    void thumbnailFailed(int frame, const QString& reason);
    void noticeRaised(const coarsen::window::Notice& notice);
    void noticeRetracted(quint64 number);
    void sessionSaved(const QString& file);
    void said(const QString& words);

private:
    void adopt(Session session, std::filesystem::path file,
               std::shared_ptr<RecoveryFile> kept = std::make_shared<RecoveryFile>());
    void imagesLocated(const Relocation& relocation, const std::vector<MovedFile>& files, const QString& folder);
    void adoptLocated(const Relocation& relocation);
    void adoptLocated(const std::vector<MovedFile>& files);
    void forgetMissing();
    void tellMissing(const std::vector<int>& frames, const std::vector<MovedFile>& files);
    void tellChanged(const InputCheck& check);
    void tellAnothers(const std::filesystem::path& file, bool wasOurs);
    Choices choices() const;
    void change(const QString& name, Choices after);
    QString nameOfChange(const QString& key, const FieldValue& value) const;
    QString nameOfTime(const QString& key, const std::optional<double>& seconds, TimeUnit unit) const;
    void apply(const Choices& after);  ///< what undo, redo and a first change do
    void rejudgeResults();
    void readFiles(std::function<void()> then);
    void analyseExtent(Extent extent);
    void measureSeries(Extent extent);
    void endWatch();
    void openWatched(const std::filesystem::path& folder);
    void awaitFirstImage(const std::filesystem::path& folder);
    void folderListed(const FolderNews& news);
    void folderWentAway(const QString& reason);
    void folderCameBack();
    void appendFrames(const std::vector<std::filesystem::path>& files);
    void adoptLonger(ImageSeries series);
    bool hasThumbnail(int frame) const;
    void readTimes();
    void adoptTimes(ImageSeries series);
    void tellNewNotes(const std::vector<std::string>& known);
    void forgetResults(const std::vector<int>& frames);
    void forgetFailures();
    void raiseFailure(const FrameResult& row, bool isQuiet);
    void retract(const QString& title, int frame = -1);  ///< it no longer holds
    void measureArrived();
    void startRun(const std::vector<int>& frames, bool isOfWanted);
    void measureWanted();
    void askPreview();
    void previewAnswered(std::shared_ptr<const Preview> preview);
    void rowsMeasured(const std::vector<FrameResult>& rows, const RunProgress& progress);
    void runEnded(bool cancelled, const QString& problem);
    void findTruth();
    void refit();
    void judgeSeries();
    void findExponents();
    void tellOfQuench();  ///< that lies among the frames or after them: most often its sign is wrong
    FitQuestion fitQuestion() const;
    void rebuildGrowth();
    const SharedResult& unmeasuredRow(int frame);
    void survey();
    void survey(SurveyKeeper::Task task);
    void surveyFound(const std::shared_ptr<const Survey>& survey);
    EngineRequest engineRequest(int threads) const;
    void keepForRecovery();
    void writeRecovery();

    EngineList engines_;
    QString engineName_ = QStringLiteral("auto");
    Session session_;
    int memoryMb_ = Preferences::usualMemoryMb(), threads_ = 0;
    std::filesystem::path sessionFile_;
    RunKeeper measured_{session_};
    SurveyKeeper surveys_{session_};
    FitKeeper fits_{session_};
    WatchKeeper watch_;
    Epoch openings_;  ///< what was asked to be opened
    Epoch frames_;    ///< the series' frames: another one is open, or their number, files or times are others
    std::optional<Epoch::Mark> watchedOpening_;  ///< that is to be watched once it is open
    int current_ = -1;
    std::shared_ptr<const Preview> preview_;
    std::optional<PreviewRequest> asked_;  ///< what the preview is, or will be, the answer to
    quint64 previewTicket_ = 0, answeredTicket_ = 0;
    bool previewComplete_ = true, opening_ = false;
    int edition_ = 0;  ///< counts the files written anew
    std::shared_ptr<const GrowthData> growth_;
    std::vector<SharedResult> unmeasured_;  ///< by frame: what stands in for its result
    std::vector<double> trueRMaxPx_;
    bool isTruthShown_ = false;
    RunProgress progress_;
    std::vector<Notice> notices_;
    quint64 noticesRaised_ = 0;
    QUndoStack undo_;
    std::vector<int> changedInputs_;  ///< frames whose files are not those measured
    std::map<std::filesystem::path, std::filesystem::file_time_type> savedHere_;
    std::shared_ptr<SavedSession> saved_ = std::make_shared<SavedSession>();         ///< only the background looks into it
    std::shared_ptr<RecoveryFile> recoveryFile_ = std::make_shared<RecoveryFile>();  ///< only the background looks into it
    bool isRecovering_ = true;
    QTimer recovery_;

    // Last, so that threads end before what they speak to.
    Background background_;
    FolderWatcher watcher_;
    ThumbnailWorker thumbnails_;
    SurveyWorker surveyWorker_;
    InputWorker inputWorker_;
    SeriesWorker series_;
    PreviewWorker previewWorker_;
};

}  // namespace coarsen::window
