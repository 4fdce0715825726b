// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/state/watch_state.hpp"

#include "core/base/files.hpp"

#include <map>
#include <string>
#include <utility>

namespace coarsen::window {

bool WatchState::takesPart() const {
    return status_.isOn && !status_.isAwaitingFirst;
}

bool WatchState::measuresNow() const {
    return takesPart() && !status_.isAway && !status_.isPaused && !isFirstListing_;
}

void WatchState::begin() {
    watches_.begin();
    status_ = {};
    status_.isOn = status_.follows = isFirstListing_ = true;
}

void WatchState::await(const std::filesystem::path& folder) {
    watches_.begin();
    awaited_ = folder;
    status_.isOn = status_.isAwaitingFirst = true;
}

bool WatchState::end() {
    if (!status_.isOn) return false;
    watches_.begin();
    status_ = {};
    unfinished_.clear();
    awaited_.clear();
    isFirstListing_ = false;
    return true;
}

bool WatchState::follow(bool follows) {
    follows = follows && status_.isOn;
    return std::exchange(status_.follows, follows) != follows;
}

bool WatchState::pause(bool isPaused) {
    isPaused = isPaused && status_.isOn;
    return std::exchange(status_.isPaused, isPaused) != isPaused;
}

WatchState::Listed WatchState::take(const FolderNews& news, const Session& session) {
    Listed listed;
    status_.unfinished = static_cast<int>(news.unfinished.size());
    if (status_.isAwaitingFirst) return listed;
    listed.isFirst = std::exchange(isFirstListing_, false);
    unfinished_.clear();
    if (news.unfinished.empty() && news.rewritten.empty() && news.returned.empty()) return listed;
    std::map<std::string, int> frameNamed;
    for (int frame = 0; const FrameSource& source : session.series.frames)
        frameNamed[source.name] = frame++;
    for (const std::string& name : news.unfinished)
        if (const auto known = frameNamed.find(name); known != frameNamed.end()) unfinished_.insert(known->second);
    for (const std::filesystem::path& file : news.rewritten)
        if (const auto known = frameNamed.find(displayName(file)); known != frameNamed.end())
            listed.rewritten.push_back(known->second);
    for (const std::filesystem::path& file : news.returned)
        if (const auto known = frameNamed.find(displayName(file)); known != frameNamed.end())
            if (const auto row = session.results.find(known->second);
                row != session.results.end() && row->second->status == FrameStatus::failed)
                listed.returned.push_back(known->second);
    return listed;
}

}  // namespace coarsen::window
