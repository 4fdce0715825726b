// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace coarsen::test {

/// A program or shared library, by what it says to the loader.
struct ElfFile {
    bool isElf = false;
    std::vector<std::string> needed;  ///< names of libraries
    std::vector<std::string>
        runPaths;              ///< where they are looked for besides the usual places: DT_RPATH and DT_RUNPATH, by their colons
    bool isMovable = false;    ///< it may be loaded anywhere: a module, or a program that is position-independent (PIE)
    bool isStackData = false;  ///< nothing that lies on the stack can be run (NX)
    bool isBoundAtStart = false;  ///< its tables of addresses are complete and closed before it begins (RELRO, BIND_NOW)
    std::set<std::string> names;  ///< of functions and libraries that it knows from outside or shows
    std::size_t landingPads = 0;  ///< of x86: functions that an indirect jump may lead to (CET)
};

/// Reads a file in this machine's own format; `isElf` is false of all others.
ElfFile elfFile(const std::filesystem::path& file);

}  // namespace coarsen::test
