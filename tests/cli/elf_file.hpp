// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace coarsen::test {

/// A program or shared library, by what it says to the loader.
struct ElfFile {
    bool isElf = false;
    std::vector<std::string> needed;  ///< names of libraries
    std::vector<std::string>
        runPaths;  ///< where they are looked for besides the usual places: DT_RPATH and DT_RUNPATH, by their colons
};

/// Of a file in this machine's own format; `isElf` is false of all others.
ElfFile elfFile(const std::filesystem::path& file);

}  // namespace coarsen::test
