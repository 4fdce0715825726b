// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <vector>

namespace coarsen {

/// The folder of the large data sets that the environment variable COARSEN_DATA names, or nothing: for suites that are
/// registered only where the data are.
inline std::vector<std::filesystem::path> largeData() {
    const char* const folder = std::getenv("COARSEN_DATA");
    return folder && *folder ? std::vector<std::filesystem::path>{folder} : std::vector<std::filesystem::path>{};
}

/// The folder of one of them, or nothing.
inline std::vector<std::filesystem::path> largeData(std::string_view set) {
    std::vector<std::filesystem::path> folders = largeData();
    for (std::filesystem::path& folder : folders)
        folder /= set;
    return folders;
}

}  // namespace coarsen
