// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/progress.hpp"
#include "core/series/watch.hpp"

#include <filesystem>
#include <optional>
#include <stop_token>

namespace coarsen::cli {

/// Lists the folder and says once that it is away, and that it is back.
class WatchedListing {
public:
    WatchedListing(std::filesystem::path folder, WatchedFolder known, ProgressReport& report);

    /// Nothing while the folder is away.
    std::optional<FolderNews> news(std::stop_token stop);

private:
    std::filesystem::path folder_;
    WatchedFolder known_;
    ProgressReport& report_;
    bool isAway_ = false;
};

}  // namespace coarsen::cli
