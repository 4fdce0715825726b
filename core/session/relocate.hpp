// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.hpp"

#include <filesystem>
#include <vector>

namespace coarsen {

/// Frames whose file is not where the session has it. Asks for no more than whether it is there.
std::vector<int> framesWithoutFile(const ImageSeries& series);

/// Where the images of a session are now.
struct Relocation {
    ImageSeries series;        ///< with the files found; all else as it was, `FrameSource::name` too
    std::vector<int> found;    ///< frames that have a file again
    std::vector<int> missing;  ///< frames that still have none
};

/// Looks in `folder` and its subfolders (hidden ones are skipped) for the files that are missing, by their names. Where a name is
/// there several times the file measured is taken, by size and SHA-256; else the one whose path ends most like the old one,
/// unless two do. Files that are where they were stay. So a session of several folders is mended folder by folder. Throws
/// InputError when the folder cannot be read, and when files of these names are there but other ones: of up to three that were
/// measured none has its hash.
Relocation relocated(const Session& session, const std::filesystem::path& folder);

}  // namespace coarsen
