// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

namespace coarsen {

/// A format that is known and not read: what a file of it is, and how its pictures get here.
struct ForeignFormat {
    std::string words;   ///< "a Nikon ND2 file"
    std::string remedy;  ///< "save it as OME-TIFF in NIS-Elements or Fiji, which keeps times and sizes"
};

/// By the first bytes, at best 512 or more of them; nothing where they tell of none.
std::optional<ForeignFormat> foreignFormat(std::span<const std::byte> start);

/// By the ending of its name alone.
std::optional<ForeignFormat> foreignFormat(const std::filesystem::path& file);

}  // namespace coarsen
