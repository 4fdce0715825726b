// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/workers/thumbnail_worker.hpp"
#include "core/series/folders_of_images.hpp"

#include <QImage>
#include <QObject>

#include <filesystem>
#include <vector>

namespace coarsen::window {

/// The series to choose from in a folder that is none itself, with a picture of each one's first image as it comes.
class SeriesBelow : public QObject {
    Q_OBJECT
public:
    SeriesBelow(std::filesystem::path folder, std::vector<FolderOfImages> found, QObject* parent = nullptr);

    const std::filesystem::path& folder() const { return folder_; }
    const std::vector<FolderOfImages>& found() const { return found_; }

signals:
    void pictureMade(int index, const QImage& picture);

private:
    std::filesystem::path folder_;
    std::vector<FolderOfImages> found_;
    ThumbnailWorker pictures_;  ///< ends before what it speaks to
};

}  // namespace coarsen::window
