// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace coarsen {

/// A part of Coarsen that a program of ours loads or starts when it is needed: in lib/coarsen of the folder below,
/// where one is named; else beside the program, as in a build, or in lib/coarsen beside the program's folder, as installed. Empty
/// where it is missing.
std::filesystem::path installedPart(const std::string& name);

/// Names the folder that Coarsen is installed in where the program is somebody else's, such as Python's interpreter. Once, before
/// anything is read.
void setInstalledFolder(const std::filesystem::path& folder);

}  // namespace coarsen
