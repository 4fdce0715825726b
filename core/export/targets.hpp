// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.hpp"

#include <filesystem>
#include <vector>

namespace coarsen {

using Paths = std::vector<std::filesystem::path>;

/// Files that are the user's, not ours.
struct UsersFiles {
    Paths pictures;                ///< the series'
    Paths others;                  ///< what the recipe's steps read, the table of times
    bool isFolderOfImages = true;  ///< else the pictures are pages of one file: what lies beside it is no frame
};
UsersFiles usersFiles(const Session& session);

/// Treatment of files that lie where others are to be written.
enum class Existing {
    refused,  ///< nobody has been asked
    replaced  ///< the user said so: --force, or the answer in a dialog
};

/// THE CHECK before anything is written, of the command line and of the window. Throws StorageError where a target
/// - is one of the user's files, whatever path leads to it (links, letters of the other case): always;
/// - is a picture in a folder of the series' own, where it would be the series' next frame: always;
/// - is there already, with Existing::refused.
void requireFree(const Paths& targets, const UsersFiles& users, Existing existing);

}  // namespace coarsen
