// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace coarsen {

/// A file in a zip archive.
struct ZipEntry {
    std::string name;
    std::vector<std::byte> bytes;
};

bool isZip(std::span<const std::byte> bytes);  ///< by its first letters

/// The files of a small archive, stored or deflated. Throws InputError naming `name`: damaged, encrypted, more than 10,000 files
/// or 64 MB in all.
std::vector<ZipEntry> zipEntries(std::span<const std::byte> bytes, const std::string& name);

/// An archive of stored files, none of which is larger than 4 GB.
std::vector<std::byte> zipOf(const std::vector<ZipEntry>& entries);

}  // namespace coarsen
