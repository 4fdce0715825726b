// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workers/folder_watcher.hpp"

#include "app/window/theme/words.hpp"
#include "app/window/workers/yield_to_window.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/image/decode.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace coarsen::window {

namespace {

constexpr std::chrono::seconds listEvery{1};

double secondsNow() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

bool isWhole(const std::filesystem::path& file) {
    try {
        if (isReadInPieces(file))
            imageHeader(file);
        else
            decode(file);
        return true;
    } catch (const InputError&) {  // half-written; what stays so becomes a frame that says why
        return false;
    }
}

/// The folder's images; a folder that had some and is empty is a mount point without its network folder.
std::vector<ListedFile> listing(const std::filesystem::path& folder, const WatchedFolder& known) {
    auto files = imagesIn(folder);
    if (files.empty() && !known.files.empty())
        throw InputError(displayName(folder), "it is empty", "check the disk or network folder");
    return files;
}

}  // namespace

void FolderWatcher::start(const std::filesystem::path& folder, WatchedFolder known) {
    running_ = true;
    thread_.start([this, posts = posts_.newAddress(), folder, known = std::move(known)](std::stop_token stop) mutable {
        yieldToWindow();
        const auto isWholeUnlessStopped = [stop](const std::filesystem::path& file) {
            return !stop.stop_requested() && isWhole(file);
        };
        std::mutex mutex;
        std::condition_variable_any never;
        bool isAway = false;
        std::optional<FolderNews> told;
        while (!stop.stop_requested()) {
            bool isMore = false;
            try {
                const FolderNews news = newsOf(known, listing(folder, known), secondsNow(), isWholeUnlessStopped);
                if (stop.stop_requested()) break;
                if (std::exchange(isAway, false)) posts.post([this] { emit cameBack(); });
                if (told != news) posts.post([this, news] { emit listed(news); });
                isMore = news.arrived.size() == arrivalsAtOnce;
                told = FolderNews{{}, {}, news.unfinished, {}, {}};  // what has arrived is no news any more
            } catch (const std::exception& error) {
                if (!std::exchange(isAway, true))
                    posts.post([this, reason = translated(error.what())] { emit wentAway(reason); });
            }
            std::unique_lock lock(mutex);
            if (!isMore) never.wait_for(lock, stop, listEvery, [] { return false; });
        }
    });
}

void FolderWatcher::stop() {
    running_ = false;
    thread_.letGo();
    posts_.newAddress();
}

}  // namespace coarsen::window
