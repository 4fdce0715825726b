// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace coarsen {

/// A part of Coarsen that a program of ours loads or starts when it is needed: beside the program, as in a build, or in
/// lib/coarsen beside the program's folder, as installed. Empty where it is missing.
std::filesystem::path installedPart(const std::string& name);

}  // namespace coarsen
