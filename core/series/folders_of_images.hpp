// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace coarsen {

/// A folder that holds images, below another one.
struct FolderOfImages {
    std::filesystem::path folder;
    std::string name;                  ///< relative to the folder searched, printable
    int images = 0;                    ///< files with an image's extension
    std::filesystem::path first = {};  ///< of them, in natural order of their names
};

/// Folders this deep are looked for: with 3 those of `day/sample/frames`.
inline constexpr int searchedDepth = 3;

/// The folders below this one that hold images, in natural order of their names. What lies below one that does is part of it;
/// hidden folders, links to folders and folders that cannot be read are passed by. Reads entries only, no file.
std::vector<FolderOfImages> foldersOfImages(const std::filesystem::path& folder);

}  // namespace coarsen
