// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

typedef struct tiff TIFF;

/// Small pictures as files hold them, made with the libraries themselves.
namespace coarsen::test {

using Bytes = std::vector<std::byte>;

/// The bytes that hexadecimal digits spell; blanks are passed over.
Bytes bytesOf(const std::string& hexadecimal);

struct PngRecipe {
    std::uint32_t width = 1, height = 1;
    int bits = 8, colourType = 0;
    bool isInterlaced = false;
    std::vector<std::uint8_t> samples{};               ///< as PNG packs them; 16 bits in the machine's order
    std::vector<std::vector<std::uint8_t>> palette{};  ///< red, green, blue of each entry
    std::vector<std::uint8_t> paletteAlpha{};          ///< of the first entries
    int transparentGrey = -1;
    std::uint32_t pixelsPerMetre = 0;
};
Bytes pngOf(const PngRecipe& recipe);

/// A JPEG, black but for its upper left quarter, which is white. `exif`: its EXIF orientation, with DateTimeOriginal
/// 2009:03:16 14:00:00 and the fraction .25; 0: no EXIF block.
Bytes jpegOf(int width, int height, int channels, int exif);

/// Words that may stand beside the pixels of a JPEG.
struct JpegWords {
    int densityUnit = -1, density = 0;                     ///< of its JFIF header: 1 an inch, 2 a centimetre; -1: it has none
    std::map<std::uint16_t, std::string> main{}, photo{};  ///< texts of EXIF's first directory, and of its own
    double xResolution = 0, yResolution = 0;               ///< of EXIF's first directory; 0: none
    int resolutionUnit = 0;
};
/// A small grey JPEG with those words.
Bytes jpegOf(const JpegWords& words);

/// Recipe of what a camera with a Bayer sensor (red at the top left) or a monochrome one writes: 16 bits, not compressed.
struct DngRecipe {
    std::uint32_t width = 0, height = 0;
    std::vector<std::uint16_t> samples{};
    std::uint32_t black = 0, white = 65535;
    int orientation = 1;
    bool isMonochrome = false;
};

/// A DNG of 2009:03:16 14:00:00.25 (EXIF), its directory at the front.
Bytes dngOf(const DngRecipe& recipe);

/// Calls `write` once a page with tags set for 8-bit grey of that size; `write` may change them and writes the pixels.
Bytes tiffOf(std::uint32_t width, std::uint32_t height, int pages, const std::function<void(TIFF*, int page)>& write,
             const char* mode = "w");

}  // namespace coarsen::test
