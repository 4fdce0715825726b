// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/held_series.hpp"
#include "app/window/document/machine.hpp"
#include "app/window/document/notices.hpp"
#include "app/window/state/opened.hpp"
#include "app/window/values/samples_data.hpp"
#include "app/window/workers/background.hpp"
#include "app/window/workers/series_worker.hpp"

#include <QObject>
#include <QTimer>
#include <QUndoStack>

#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace coarsen::window {

/// The series that are held beside the one that is open: what they are called and stand for, what was measured of them, and the
/// project that keeps them together. While there is one series only it has nothing to say.
class Samples : public QObject {
    Q_OBJECT
public:
    /// Series beside the open one that take over what is chosen for it.
    enum class Holders { none, group, all };

    /// `held`: what is open as it would be put aside. All of it outlives this.
    Samples(const Opened& opened, const Machine& machine, Background& background, Notices& notices, QUndoStack& undo,
            std::function<HeldSeries()> held);

    bool isSeveral() const { return open_ && series_.size() > 1; }
    bool isBusy() const;
    const std::shared_ptr<const SamplesData>& data() const { return data_; }   ///< null while there is one series only
    const std::filesystem::path& projectFile() const { return projectFile_; }  ///< empty: it was never saved
    bool isMeasuring() const { return measuring_ || !queue_.empty(); }
    struct Progress {
        QString name;             ///< of the series under way
        int done = 0, total = 0;  ///< frames, of all that were asked for
    };
    Progress progress() const;

    int count() const { return isSeveral() ? static_cast<int>(series_.size()) : 1; }  ///< of the series, the open one included
    /// Name of the group of the open series; empty: it has none, or is alone in it.
    std::string group() const;
    int countOf(Holders holders) const;  ///< of the series, the open one included
    /// Gives other series, too, what was typed for the open one, in place of what they have.
    void hold(const SharedValues& typed, Holders holders);
    /// Gives the group of the open series, in a step of undo, what belongs to the group: a growth law, and the t0 of those that
    /// had the same one. Nothing: the change is of no such thing, or there is no group.
    std::function<void()> followers(const FitSettings& before, const FitSettings& after);
    void add(const std::vector<std::filesystem::path>& paths);  ///< sessions, images, folders of these, projects
    /// Where the shown one is among them another one is shown first; where no other is left all is closed.
    void remove(const std::vector<int>& series);
    void lookAt(int series);
    /// Other names, groups, numbers, by their places: undone as one.
    void change(const std::map<int, ProjectSeries>& after, const QString& name, const std::string& xLabelWhereNone = {});
    void setXLabel(const QString& label);
    void measure();       ///< all that wait, one after the other, beside what is open
    void measureAlike();  ///< all by the recipe of what is open; t0 and range of a fit that was made stay
    void cancel();        ///< results so far are kept

    /// All of it instead of what is open. `within`: the folder below which it was found, as `seriesIn` takes it.
    void open(const std::vector<std::filesystem::path>& paths, const std::filesystem::path& within = {});
    void openProject(const std::filesystem::path& file);
    /// With the sessions of what is not saved: those that have a file into it, the others into a folder beside the project.
    void saveProject(const std::filesystem::path& file, bool replaces = false);

    // What follows a change of what is open.
    void leave();    ///< something else is open: what was here is kept for the next start
    void refresh();  ///< it is measured, fitted or named otherwise
    /// Puts what was open back among the others, and takes out the one asked for. `isUnderWay`: it is measured on here.
    HeldSeries swap(int wanted, bool isUnderWay);
    /// `view` gives the look of all of them, for the project.
    void setView(std::function<std::string()> view) { view_ = std::move(view); }
    void keepSoon();  ///< there is something to keep for the next start
    void setRecovering(bool recovering) { isRecovering_ = recovering; }

signals:
    void changed();
    void progressed();
    void lookWanted(int series);
    void openFailed(const QString& problem);
    void saving();
    void notSaved();
    void sessionSaved(const std::filesystem::path& file);  ///< of what is open, with its project
    void viewOpened(const std::string& view);              ///< of a project, as it was kept; empty where it has none
    void closeWanted();                                    ///< the last one is taken off
    void projectSaved(const QString& file);                ///< or opened

private:
    /// Knowledge of a series, whatever it is called.
    struct Known {
        std::shared_ptr<const HeldSeries> held;  ///< null: not read yet, could not be, or it is the open one
        std::shared_ptr<const Sample> sample;    ///< made of it and of `entry`
        ProjectSeries entry;
        SampleState state = SampleState::reading;
        QString problem;
        std::vector<int> missing;    ///< frames without a file, when it was read
        bool followsRecipe = false;  ///< never measured or shown: it takes the open one's
        bool hasLawOfGroup = false;  ///< its growth law was chosen for its group: it has no other one's
    };
    using KnownPointer = std::shared_ptr<Known>;
    struct OneSeries {
        ProjectSeries entry;
        KnownPointer known;
        bool operator==(const OneSeries&) const = default;
    };
    struct List {
        std::vector<OneSeries> series;
        std::string xLabel;
        bool operator==(const List&) const = default;
    };
    /// A series as it is written down.
    struct Place {
        ProjectSeries entry;
        HeldSeries held;  ///< without a session where it could not be read
        KnownPointer known;
    };

    List list() const { return {series_, xLabel_}; }
    int place(const Known* known) const;
    const std::filesystem::path& openFile() const { return opened_.session.file; }  ///< empty: it was never saved
    ProjectSeries entryOf(const OneSeries& one) const;
    void beginWithOpen();
    void take(const List& list);
    void push(const QString& name, const List& after);
    void takeOff(const std::vector<KnownPointer>& leaving);
    void addEntries(const Project& found);

    std::vector<KnownPointer> others(Holders holders) const;
    int giveTo(const std::vector<KnownPointer>& others, const std::function<void(Session&)>& give, bool isLaw);
    void giveTo(const KnownPointer& known, const std::function<void(Session&)>& give);
    Recipe followedRecipe(const Known& known, const Recipe& own) const;

    void startReading();
    void takeRead(const KnownPointer& known, HeldSeries held);
    void takeUnread(const KnownPointer& known, const QString& problem);
    Recipe recipeOfNew() const;
    void build();

    void measureNext();
    void takeRows(const std::vector<SharedResult>& rows, const NeighbourCorrelations& neighbourCorrelations,
                  const RunProgress& progress);
    void endMeasuring(const QString& problem);
    void takeMeasured(const KnownPointer& known, const std::shared_ptr<const Session>& session, int toMeasure);
    void keepMeasured();

    void adoptProject(const std::filesystem::path& file, const Project& project, const std::string& sha256,
                      const std::shared_ptr<RecoveryFile>& kept);
    std::vector<Place> places() const;
    Project project(const std::vector<Place>& places) const;
    void keep();

    const Opened& opened_;
    const Machine& machine_;
    Background& background_;
    Notices& notices_;
    QUndoStack& undo_;
    const std::function<HeldSeries()> held_;
    std::vector<OneSeries> series_;  ///< empty: nobody asked for more than the open one
    KnownPointer open_;              ///< the shown one; null: what is open is none of them
    std::string xLabel_;
    std::function<std::string()> view_;
    std::shared_ptr<const SamplesData> data_;
    bool isBuilding_ = false, isWantedAgain_ = false;
    Epoch workspace_;                    ///< other series, or none
    KnownPointer reading_, wanted_;      ///< the latter is shown once it is read, or once its measuring has stopped
    std::vector<KnownPointer> leaving_;  ///< removed once another one is shown

    std::filesystem::path projectFile_;
    std::string projectSha256_;  ///< of what this window read there, or wrote
    std::shared_ptr<RecoveryFile> projectKept_ = std::make_shared<RecoveryFile>();
    bool isChanged_ = false, isRecovering_ = true;
    QTimer keepSoon_;

    std::deque<KnownPointer> queue_;
    KnownPointer measuring_;
    std::shared_ptr<Session> measured_;  ///< of the one under way; null while it is fitted
    std::vector<int> framesMeasured_;
    int framesDone_ = 0, framesBefore_ = 0, framesAsked_ = 0;
    SeriesWorker run_;
    Background reader_;  ///< ends before what it speaks to
};

}  // namespace coarsen::window
