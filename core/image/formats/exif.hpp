// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/facts.hpp"
#include "core/image/conventions/imagej.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>

namespace coarsen::formats {

/// Facts taken from a camera's EXIF block.
struct ExifFacts {
    int orientation = 1;  ///< 1 (upright) to 8
    std::optional<Stated<Moment>>
        time;  ///< DateTimeOriginal with its fraction and zone; else, inherited, another date that it has
    conventions::Resolution resolution;  ///< 0: none
};

/// Reads an EXIF block (a TIFF structure without the leading "Exif\0\0"). A damaged block gives no facts: it never makes a
/// picture unreadable.
ExifFacts exifFacts(std::span<const std::byte> block);

/// The facts of a whole picture of any kind that exiv2 knows, a camera's raw picture above all. Without such, or damaged: no
/// facts.
ExifFacts exifFactsOfFile(std::span<const std::byte> bytes);
ExifFacts exifFactsOfFile(const std::filesystem::path& file);  ///< reads only what it needs of the file

/// Adds when the camera took the picture, or what other date stands there.
void addClock(const ExifFacts& exif, FileFacts& facts);

/// Adds the size of pixels that its resolution would be, where no size says the same: of dots an inch it is offered only, for
/// that unit stands where nobody said one.
void addExifDensity(const ExifFacts& exif, FileFacts& facts);

/// Seconds since 1970-01-01 of "2009:03:16 14:00:00" as EXIF and TIFF write it, with a fraction where one follows; nothing when
/// it is not a real date.
std::optional<double> exifTimeS(std::string_view text);

}  // namespace coarsen::formats
