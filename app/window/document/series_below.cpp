// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/series_below.hpp"

#include <numeric>
#include <utility>

namespace coarsen::window {

SeriesBelow::SeriesBelow(std::filesystem::path folder, std::vector<FolderOfImages> found, QObject* parent)
    : QObject(parent), folder_(std::move(folder)), found_(std::move(found)) {
    connect(&pictures_, &ThumbnailWorker::made, this, &SeriesBelow::pictureMade);
    ImageSeries firsts;
    for (const FolderOfImages& each : found_) {
        FrameSource first;
        first.file = each.images.front();
        firsts.frames.push_back(std::move(first));
    }
    std::vector<int> all(found_.size());
    std::iota(all.begin(), all.end(), 0);
    pictures_.start(firsts, all);
}

}  // namespace coarsen::window
