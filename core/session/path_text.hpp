// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace coarsen {

/// A path as UTF-8 text: bytes that are not UTF-8 and the percent sign itself are percent-escaped, so that every file name of
/// Linux comes back.
std::string pathText(const std::filesystem::path& path);
std::filesystem::path pathFromText(const std::string& text);

/// A path as a file in `folder` keeps it: seen from there where that is possible, so that both can be moved together; and back,
/// absolute. An empty one stays empty.
std::string storedPath(const std::filesystem::path& path, const std::filesystem::path& folder);
std::filesystem::path restoredPath(const std::string& text, const std::filesystem::path& folder);

}  // namespace coarsen
