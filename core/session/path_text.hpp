// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace coarsen {

/// A path as UTF-8 text: bytes that are not UTF-8 and the percent sign itself are percent-escaped, so that every file name of
/// Linux comes back.
std::string pathText(const std::filesystem::path& path);
std::filesystem::path pathFromText(const std::string& text);

}  // namespace coarsen
