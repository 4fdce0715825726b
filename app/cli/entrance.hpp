// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/analyze_options.hpp"
#include "core/preprocess/frame.hpp"
#include "core/volume/volume.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace coarsen::cli {

class ProgressReport;

/// A series of pictures as `analyze` reads it, of the channel that is asked for. Says its notes. Throws InputError, also where
/// its frames are volumes, SettingError. `command` is whose words they are: "track".
ImageSeries openPictures(const std::vector<std::filesystem::path>& inputs, const AnalyzeOptions& options,
                         const std::string& command, ProgressReport& report);

/// Frames that a command takes.
enum class Takes { pictures, volumes, either };

/// One frame for a command that takes one of each name: read as `analyze` reads it.
struct OpenedFrame {
    ImageSeries series;       ///< of this frame alone
    Calibration calibration;  ///< of its pixels or voxels: typed, else the file's

    bool isVolume() const { return series.volumes.has_value(); }
    const FrameSource& source() const { return series.frames.front(); }
    Frame picture() const;  ///< raw; throws InputError
    Volume volume() const;  ///< with the sides of its voxels; throws InputError
};

/// `time`: of a file of several times this one, counting from 1; nothing: the first, which is said. A file of several pages that
/// says nothing of them is a volume where the command takes either. Says notes. Throws InputError, SettingError.
OpenedFrame openFrame(const std::string& input, const AnalyzeOptions& options, std::optional<int> time, Takes takes,
                      const std::string& command, ProgressReport& report);

/// `--t N[,M]`: of two files that a command compares.
std::optional<int> timeOf(const std::vector<int>& times, bool isSecond);

}  // namespace coarsen::cli
