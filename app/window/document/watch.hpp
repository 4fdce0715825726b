// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/notices.hpp"
#include "app/window/state/opened.hpp"
#include "app/window/workers/background.hpp"
#include "app/window/workers/folder_watcher.hpp"

#include <QObject>

#include <filesystem>
#include <vector>

namespace coarsen::window {

/// The folder of what is open, watched while the experiment runs.
class Watch : public QObject {
    Q_OBJECT
public:
    /// All of it outlives this.
    Watch(Opened& opened, Background& background, Notices& notices);

    const WatchStatus& status() const { return opened_.watch.status(); }
    /// The series can grow with its folder; one of volumes is not watched.
    bool isPossible() const { return canGrow(opened_.session.series); }
    void setOn(bool on);
    void setFollowing(bool following);
    void lookEvery(std::chrono::milliseconds interval) { watcher_.lookEvery(interval); }  ///< at the folder watched next

    // What follows a change of what is open.
    void await(const std::filesystem::path& folder);  ///< that holds no image yet
    void end();

signals:
    void changed();
    void toggled();  ///< begun or ended
    void arrivedFirst(const std::filesystem::path& folder);
    void rewritten(const std::vector<int>& frames);  ///< their files are others
    void returned(const std::vector<int>& frames);   ///< their files are back, and they could not be measured before
    void mended();                                   ///< files that could not be read may be whole by now
    void wentAway();
    void grown(const coarsen::ImageSeries& longer);
    void listed();      ///< and nothing more has arrived
    void lastWanted();  ///< the newest frame is to be shown

private:
    void takeListing(const FolderNews& news);
    void append(const std::vector<std::filesystem::path>& files);
    void goAway(const QString& reason);
    void comeBack();

    Opened& opened_;
    Background& background_;
    Notices& notices_;
    FolderWatcher watcher_;
};

}  // namespace coarsen::window
