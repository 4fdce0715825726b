// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <limits>
#include <stop_token>
#include <string>
#include <vector>

namespace coarsen {

/// A folder that holds images, below another one.
struct FolderOfImages {
    std::filesystem::path folder;
    std::string name;                           ///< relative to the folder searched, printable
    std::vector<std::filesystem::path> images;  ///< files with an image's extension, in natural order of their names
};

struct FolderSearch {
    static constexpr int anyDepth = std::numeric_limits<int>::max();

    int depth = 3;                       ///< of the folders looked into: with 3 those of `day/sample/frames`
    std::filesystem::path without = {};  ///< passed over
    std::stop_token stop = {};
};

struct FoldersOfImages {
    std::vector<std::filesystem::path> own;  ///< images in the folder itself
    std::vector<FolderOfImages> below;       ///< in natural order, each before those in it
    struct Unread {
        std::filesystem::path folder;
        std::string reason;
    };
    std::vector<Unread> unread;                    ///< folders that cannot be read
    std::vector<std::filesystem::path> linkedOut;  ///< links to folders outside of the one searched, which are not followed
};

/// The folders below this one that hold images, also below one that does. Passed over are hidden folders, folders of results of
/// ours, what a link leads to a second time, and what one leads to outside: a link to the root would have the disk searched.
/// Reads entries only, no file. After a stop what was found until then.
FoldersOfImages foldersOfImages(const std::filesystem::path& folder, const FolderSearch& search = {});

/// The series to choose from in a folder where none is to be opened unasked: those below it, where it holds no image, or one
/// alone while a folder below holds several: a map of the sample or a logo. That image is then the first to choose, as a folder
/// of its own that is a file. Empty where the folder's own images are its series, or where there is none.
std::vector<FolderOfImages> seriesToChoose(const std::filesystem::path& folder);

}  // namespace coarsen
