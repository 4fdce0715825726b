// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workers/folder_watcher.hpp"

#include "app/window/theme/words.hpp"
#include "app/window/workers/yield_to_window.hpp"

#include <optional>
#include <utility>

namespace coarsen::window {

void FolderWatcher::start(const std::filesystem::path& folder, WatchedFolder known) {
    running_ = true;
    thread_.start([this, posts = posts_.newAddress(), folder, known = std::move(known),
                   interval = interval_](std::stop_token stop) mutable {
        yieldToWindow();
        bool isAway = false;
        std::optional<FolderNews> told;
        while (!stop.stop_requested()) {
            bool isMore = false;
            try {
                const FolderNews news = lookAt(folder, known, stop);
                if (stop.stop_requested()) break;
                if (std::exchange(isAway, false)) posts.post([this] { emit cameBack(); });
                if (told != news) posts.post([this, news] { emit listed(news); });
                isMore = news.arrived.size() == arrivalsAtOnce;
                told = FolderNews{{}, {}, news.unfinished, {}, {}};  // what has arrived is no news any more
            } catch (const std::exception& error) {
                if (!std::exchange(isAway, true))
                    posts.post([this, reason = translated(error.what())] { emit wentAway(reason); });
            }
            if (!isMore) waitForNextListing(stop, interval);
        }
    });
}

void FolderWatcher::stop() {
    running_ = false;
    thread_.letGo();
    posts_.newAddress();
}

}  // namespace coarsen::window
