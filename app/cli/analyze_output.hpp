// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/analyze_options.hpp"
#include "core/session/session.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace coarsen::cli {

/// Makes the folder and refuses one that holds results already, unless --resume or --force was given. Throws StorageError.
void prepareFolder(const std::filesystem::path& folder, const AnalyzeOptions& options);

/// Writes the images that --save asks for: OUT/c2d/NAME.tif, OUT/final/NAME.tif, OUT/mask/NAME.png.
class ImageSaver {
public:
    ImageSaver(std::filesystem::path folder, const AnalyzeOptions& options, const ImageSeries& series);

    bool isNeeded() const { return savesMap_ || savesFinal_ || savesMask_; }
    void save(const FrameSource& source, int index, const Frame& frame,
              const CorrelationMap& map) const;  ///< throws StorageError

private:
    std::string nameFor(const FrameSource& source, int index) const;
    std::filesystem::path folder_;
    std::map<std::string, int> stems_;  // how many frames share a stem
    bool isMultiPage_ = false, savesMap_, savesFinal_, savesMask_;
};

/// results.csv, c1d.csv, fit.json and session.coarsen, each whole or not at all.
void writeTables(const std::filesystem::path& folder, const Session& session);

/// What a scientist wants to know first: frames, R_max from first to last, the fit, the files.
std::string summary(const Session& session, const std::filesystem::path& folder, double seconds);

}  // namespace coarsen::cli
