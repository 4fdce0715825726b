// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace coarsen::test {

/// The project's root, with what it ships.
std::filesystem::path sourceFolder();

/// A program of this build: programFile("coarsen-cli").
std::filesystem::path programFile(const std::string& name);

}  // namespace coarsen::test
