// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/changes.hpp"
#include "app/window/document/convertible_files.hpp"
#include "app/window/document/growth.hpp"
#include "app/window/document/inputs.hpp"
#include "app/window/document/machine.hpp"
#include "app/window/document/notices.hpp"
#include "app/window/document/offers.hpp"
#include "app/window/document/recovery.hpp"
#include "app/window/document/run.hpp"
#include "app/window/document/samples.hpp"
#include "app/window/document/saved_session.hpp"
#include "app/window/document/shown_frame.hpp"
#include "app/window/document/times.hpp"
#include "app/window/document/watch.hpp"
#include "app/window/state/opened.hpp"
#include "app/window/workers/background.hpp"
#include "app/window/workers/thumbnail_worker.hpp"
#include "core/series/folders_of_images.hpp"

#include <QObject>
#include <QTimer>

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace coarsen::window {

/// Results of one slice of a stack, or of one dataset.
struct PartResults {
    FrameResults results;
    NeighbourCorrelations neighbourCorrelations;
    std::map<int, ResultKey> keys;
};

/// Everything that is open: the only place in the window that holds state. Views show its values and send its parts wishes; work
/// is done by workers, whose answers come back as values. All of it lives in the window's thread. The parts do not know each
/// other: what one of them changes, the document hands on.
///
/// Use, given `Document& document`:
///
///     document.open({"images"});  // `opened` or `openFailed` follows
///     document.changes().setValue("flatten.order", FieldValue{std::int64_t{3}});
///     document.run().analyse(false);  // `resultsChanged` follows
///     document.saveSession("out/session.coarsen");
class Document : public QObject {
    Q_OBJECT
public:
    explicit Document(Engines engines, QObject* parent = nullptr);
    ~Document() override;

    bool isOpen() const { return opened_.isOpen(); }
    bool isOpening() const { return opening_; }
    bool isSettled() const;  ///< preview, fit and survey are of what is chosen now; during a run the fit follows its rows
    /// Anything is under way that changes what is known; `withPictures`: or the timeline's pictures are still being made.
    bool isBusy(bool withPictures = false) const;
    const Session& session() const { return opened_.session; }
    const Recipe& recipe() const { return opened_.session.recipe; }
    int frameCount() const { return opened_.frameCount(); }
    const FrameSequence& sequence() const { return opened_.sequence(); }  ///< in which frames follow each other

    // Its parts.
    Changes& changes() { return changes_; }
    Growth& growth() { return growth_; }
    const Growth& growth() const { return growth_; }
    Inputs& inputs() { return inputs_; }
    const Inputs& inputs() const { return inputs_; }
    Notices& notices() { return notices_; }
    const Notices& notices() const { return notices_; }
    Offers& offers() { return offers_; }
    const Offers& offers() const { return offers_; }
    Run& run() { return run_; }
    const Run& run() const { return run_; }
    Samples& samples() { return samples_; }
    const Samples& samples() const { return samples_; }
    ShownFrame& frame() { return frame_; }
    const ShownFrame& frame() const { return frame_; }
    const Times& times() const { return times_; }
    Watch& watch() { return watch_; }
    const Watch& watch() const { return watch_; }
    Background& background() { return background_; }

    /// Without `opening` it is asked (pagesFound) whether files of several pages are volumes, where they do not say it; where
    /// they hold several volumes, which of them (datasetsFound).
    void open(const std::vector<std::filesystem::path>& inputs, const TimeChoice& times = {},
              const std::optional<Recipe>& recipe = {}, const std::optional<Calibration>& calibration = {},
              const std::optional<SeriesOpening>& opening = {});
    void open(const SeriesOpening& opening);               ///< opens the same files read another way; times and a typed size stay
    void openDataset(const std::string& dataset);          ///< of HDF5 files of pictures: an undoable change once it is read
    void openSession(const std::filesystem::path& named);  ///< or a project of several
    void watch(const std::filesystem::path& folder);       ///< opens it, or waits for its first image
    void close();  ///< nothing is open then; what was not saved is offered as after quitting
    /// Another's file is not replaced unless the user said so (`replaces`): one that was there already, or that somebody has
    /// written since this window read or wrote it.
    void saveSession(const std::filesystem::path& file, bool replaces = false);
    /// Off: nothing is kept for the next start. A change is kept so long after it was made.
    void setRecovering(bool recovering, int delayMs = recoverySoonMs);
    void carryOut(const Notice& notice, Remedy remedy);  ///< for remedies that need no file chooser

signals:
    void opened();  ///< another series or session
    void openFailed(const QString& reason);
    /// The folder holds no image itself, but these below it do: one of them is to be opened, or several.
    void seriesFoundBelow(const std::filesystem::path& folder, const std::vector<coarsen::FolderOfImages>& below);
    /// Each of these files has several pages, and does not say what they are: open them with an answer.
    void pagesFound(const std::vector<std::filesystem::path>& inputs, int files, int pages);
    /// Each of these files holds several volumes, this one these: open them with the name of one.
    void datasetsFound(const std::vector<std::filesystem::path>& inputs, const std::filesystem::path& file,
                       const std::vector<coarsen::NamedVolume>& datasets);
    void positionsFound(const QStringList& positions);  ///< of what is open: one of them is to be chosen, to open it again
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
    void connectParts();
    void connectWatch();
    void connectSamples();
    void replace(Session session, std::shared_ptr<RecoveryFile> kept);
    void adopt(Session session, std::filesystem::path file,
               std::shared_ptr<RecoveryFile> kept = std::make_shared<RecoveryFile>());
    void takeUp();  ///< all parts take up the open session
    void show();    ///< sends the open session to everybody
    void takePart(std::optional<int> slice, const NamedVolume& dataset);
    HeldSeries held() const;        ///< the open series, to be put aside
    void lookAtSample(int series);  ///< another one of those that are open
    void failToOpen(const QString& title, const QString& problem, const ConvertibleFiles& files = {});
    void openWatched(const std::filesystem::path& folder);
    void apply(const Choices& after);  ///< called by undo, redo and a first change
    void readTimes();
    void takeTimesOf(const std::string& source);  ///< as --times-from spells it
    void adoptTimes(ImageSeries series);
    void adoptLonger(const ImageSeries& series);
    void adoptLocated(const Relocation& relocation);
    void adoptLocated(const std::vector<MovedFile>& files);
    void tellNewNotes(const std::vector<Said>& known);
    void tellOfQuench();
    void tellOfSizes();
    Notice noticeOf(const Said& said) const;  ///< of the series
    void tellOfPages();
    void lookForPositions();
    void takeOrder(const std::vector<int>& before);  ///< frames follow each other in another order
    void tellAnothers(const std::filesystem::path& file, bool wasOurs);
    void lookAgain();  ///< at the frame shown, and at the series where the recipe needs that
    void takeRewritten(const std::vector<int>& frames);
    void retryFailures();
    bool hasThumbnail(int place) const;
    void keepForRecovery();
    void writeRecovery();

    Opened opened_;
    Machine machine_;
    bool opening_ = false;
    Epoch openings_;                             ///< requests to open something
    std::optional<Epoch::Mark> watchedOpening_;  ///< that is to be watched once it is open
    std::map<std::filesystem::path, std::filesystem::file_time_type> savedHere_;
    std::shared_ptr<SavedSession> saved_ = std::make_shared<SavedSession>();  ///< only the background looks into it
    std::map<std::pair<int, std::string>, PartResults> parts_;                ///< parts that were shown: slice (0: all), dataset
    std::map<std::string, ImageSeries> datasets_;  ///< datasets of HDF5 files of pictures that were shown
    std::shared_ptr<RecoveryFile> recoveryFile_ = std::make_shared<RecoveryFile>();  ///< only the background looks into it
    bool isRecovering_ = true, isLooking_ = false;
    int recoveryDelayMs_ = recoverySoonMs;
    QTimer recovery_;

    // From here on with threads, which end before what they speak to.
    Background background_;
    Notices notices_;
    Growth growth_{opened_, background_, notices_};
    Times times_{opened_, growth_.data()};
    Changes changes_{opened_, notices_};
    Offers offers_{opened_, times_};
    Watch watch_{opened_, background_, notices_};
    std::shared_ptr<VolumeBricks> bricks_ = std::make_shared<VolumeBricks>();
    ThumbnailWorker thumbnails_;
    Inputs inputs_{opened_, background_, notices_};
    Run run_{opened_, machine_, background_, notices_, growth_};
    ShownFrame frame_{opened_, machine_, bricks_};
    Samples samples_{opened_, machine_, background_, notices_, changes_.undoStack(), [this] { return held(); }};
};

}  // namespace coarsen::window
