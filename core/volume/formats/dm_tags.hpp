// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>

namespace coarsen::volumes {

/// A tag of a file of Gatan's DigitalMicrograph: a number, a text, or where an array of numbers lies.
struct DmTag {
    std::optional<double> number;
    std::string text;
    int type = 0;  ///< of an array's numbers, as the format counts its types
    std::uintmax_t offset = 0, count = 0;
};

/// The tags of a file's images by their path, "ImageList.1.ImageData.DataType"; those without a name are counted from 0.
/// `isLittle`: the order of bytes of arrays. The format is not published; it is read as ncempy/io/dm.py and rosettasciio's
/// digitalmicrograph do.
struct DmTags {
    std::map<std::string, DmTag> tags;
    bool isLittle = true;

    std::optional<double> number(const std::string& path) const;
    std::string text(const std::string& path) const;
    const DmTag* find(const std::string& path) const;
};

bool isDm(std::span<const std::byte> start);

/// Reads the tree without its arrays of numbers. Throws InputError: it is damaged.
DmTags dmTags(const std::filesystem::path& file);

}  // namespace coarsen::volumes
