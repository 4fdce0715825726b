// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

namespace coarsen {

/// SHA-256 (FIPS 180-4) as 64 lower-case hexadecimal digits.
std::string sha256(std::span<const std::byte> bytes);
std::string sha256(std::string_view text);

/// Digest of a file, which is read piece by piece; empty after a stop. Throws InputError.
std::string sha256OfFile(const std::filesystem::path& file, std::stop_token stop = {});

}  // namespace coarsen
