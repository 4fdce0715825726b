// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen {

/// The whole file. Throws InputError when it cannot be read or is larger than `limitBytes`.
std::vector<std::byte> readWhole(const std::filesystem::path& file, std::size_t limitBytes = std::size_t{4} << 30);

/// Writes beside the file (hidden name, same folder), flushes, then renames: a reader sees the old file or the new one.
/// Throws StorageError; the old file is then untouched and nothing is left beside it.
void writeWhole(const std::filesystem::path& file, std::span<const std::byte> bytes);
void writeWhole(const std::filesystem::path& file, std::string_view text);

/// The file's name as UTF-8 for messages and tables; bytes that are not UTF-8 are percent-escaped.
std::string displayName(const std::filesystem::path& file);

}  // namespace coarsen
