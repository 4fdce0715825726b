// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/keepers/watch_keeper.hpp"

#include "core/base/files.hpp"

#include <map>
#include <string>
#include <utility>

namespace coarsen::window {

bool WatchKeeper::takesPart() const {
    return state_.isOn && !state_.isAwaitingFirst;
}

bool WatchKeeper::measuresNow() const {
    return takesPart() && !state_.isAway && !state_.isPaused && !isFirstListing_;
}

void WatchKeeper::begin() {
    watches_.begin();
    state_ = {};
    state_.isOn = state_.follows = isFirstListing_ = true;
}

void WatchKeeper::await(const std::filesystem::path& folder) {
    watches_.begin();
    awaited_ = folder;
    state_.isOn = state_.isAwaitingFirst = true;
}

bool WatchKeeper::end() {
    if (!state_.isOn) return false;
    watches_.begin();
    state_ = {};
    unfinished_.clear();
    awaited_.clear();
    isFirstListing_ = false;
    return true;
}

bool WatchKeeper::follow(bool follows) {
    follows = follows && state_.isOn;
    return std::exchange(state_.follows, follows) != follows;
}

bool WatchKeeper::pause(bool isPaused) {
    isPaused = isPaused && state_.isOn;
    return std::exchange(state_.isPaused, isPaused) != isPaused;
}

WatchKeeper::Listed WatchKeeper::take(const FolderNews& news, const Session& session) {
    Listed listed;
    state_.unfinished = static_cast<int>(news.unfinished.size());
    if (state_.isAwaitingFirst) return listed;
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
