// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/watched_listing.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"

#include <string>
#include <utility>

namespace coarsen::cli {

WatchedListing::WatchedListing(std::filesystem::path folder, WatchedFolder known, ProgressReport& report)
    : folder_(std::move(folder)), known_(std::move(known)), report_(report) {}

std::optional<FolderNews> WatchedListing::news(std::stop_token stop) {
    try {
        FolderNews news = lookAt(folder_, known_, stop);
        if (std::exchange(isAway_, false)) report_.say(displayName(folder_) + " is back: new images are taken in again");
        return news;
    } catch (const InputError& error) {
        if (!std::exchange(isAway_, true))
            report_.say(std::string(error.what()) + ". All results are kept, and it is looked for every second");
        return std::nullopt;
    }
}

}  // namespace coarsen::cli
