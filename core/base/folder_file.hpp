// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace coarsen {

/// The files in a folder and in the folders below it, in the order of their paths. Throws InputError where one of these folders
/// cannot be read.
std::vector<std::filesystem::path> filesBelow(const std::filesystem::path& folder);

/// The bytes of all these files. Throws InputError where one is not there.
std::uintmax_t bytesOfFiles(std::span<const std::filesystem::path> files);

/// The SHA-256 of the file, or, of several, of their digests one a line. Empty after a stop. Throws InputError where one cannot
/// be read.
std::string sha256OfFiles(std::span<const std::filesystem::path> files, std::stop_token stop = {});

}  // namespace coarsen
