// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace coarsen {

/// Frames whose file, or one of their channels', is not where the session has it. Asks for no more than whether it is there.
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

/// Where a file is looked for by its name: in the folder alone, or below it, too.
struct SearchedFolder {
    std::filesystem::path folder;
    bool withSubfolders = false;
};

/// A file that a session names and that is not where it was: its table of times, or what a step of its recipe reads (a flat
/// field, a dark image, a mask of dust).
struct MovedFile {
    std::filesystem::path before;      ///< as the session has it
    std::filesystem::path now = {};    ///< empty: not found
    std::filesystem::path other = {};  ///< one of its name that is not it, where it was not found
    std::string sha256 = {};           ///< recorded, or of `now` where none was
    bool isTable = false;
    bool isCertain = false;  ///< `now` has the hash recorded; a table gives the frames the times that they have
};

/// Looks for such files, folder by folder, by their names; a name with a folder in it also by both. A file that has another hash
/// than `Session::files` records is not taken, nor a table that gives other times; without a hash, not one of several that are
/// as good as each other. Throws InputError when a folder cannot be read.
std::vector<MovedFile> movedFiles(const Session& session, const std::vector<SearchedFolder>& folders);

/// Lets the session name those found where they are now. Results of the same recipe stay up to date where the hash is the one
/// recorded.
void takeFiles(Session& session, const std::vector<MovedFile>& files);

/// `fileHashes` of the session's recipe; of a file that is missing the hash recorded, so that its results stay those of today.
FileHashes knownHashes(const Session& session);

}  // namespace coarsen
