// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace coarsen::test {

/// The project's root, with what it ships.
std::filesystem::path sourceFolder();

/// A program of this build: programFile("coarsen-cli").
std::filesystem::path programFile(const char* name);

}  // namespace coarsen::test
