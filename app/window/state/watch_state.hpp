// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/state/epoch.hpp"
#include "core/series/watch.hpp"
#include "core/session/session.hpp"

#include <filesystem>
#include <set>
#include <vector>

namespace coarsen::window {

/// State of the watched folder, for the user.
struct WatchStatus {
    bool isOn = false;
    bool follows = false;          ///< the newest frame is shown as it comes
    bool isAway = false;           ///< the folder cannot be listed
    bool isAwaitingFirst = false;  ///< the folder has no image yet, so nothing is open for it
    bool isPaused = false;         ///< measuring was cancelled: images are taken in, and wait until asked for
    int unfinished = 0;            ///< files that are being written
};

/// Knows the watch of a folder: what is said of it, which frames' files are being written, and what a listing means for the
/// frames there are. It lists nothing itself.
class WatchState {
public:
    /// Findings of a listing on frames that there are.
    struct Listed {
        std::vector<int> rewritten;  ///< their files are others
        std::vector<int> returned;   ///< their files are back, and they could not be measured before
        bool isFirst = false;        ///< of this watch
    };

    const WatchStatus& status() const { return status_; }
    const std::set<int>& unfinished() const { return unfinished_; }          ///< frames whose files are being written
    const std::filesystem::path& awaitedFolder() const { return awaited_; }  ///< without an image yet
    Epoch::Mark round() const { return watches_.now(); }
    bool isOver(Epoch::Mark round) const { return watches_.isOver(round); }  ///< that watch has ended
    bool takesPart() const;                                                  ///< there is a watch of the series that is open
    bool measuresNow() const;                                                ///< true where new frames may be measured

    void begin();
    void await(const std::filesystem::path& folder);
    bool end();                        ///< true where there was a watch
    bool follow(bool follows);         ///< true where that is a change
    bool pause(bool isPaused = true);  ///< the same; without a watch nothing is paused
    void goAway() { status_.isAway = true; }
    void comeBack() { status_.isAway = false; }
    Listed take(const FolderNews& news, const Session& session);

private:
    WatchStatus status_;
    std::set<int> unfinished_;
    std::filesystem::path awaited_;
    bool isFirstListing_ = false;
    Epoch watches_;
};

}  // namespace coarsen::window
