// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/dicom_program/dicom_answer.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <gdcmFile.h>
#include <vector>

namespace coarsen::dicom {

/// Meaning of samples (PS3.3, C.7.6.3.1.2): grey, colours, luminance and two differences of colour, the same with one pair of
/// differences for two pixels, indices into a palette, single bits.
enum class Meaning { grey, rgb, ybr, ybr422, palette, bits };

/// Colours that indices stand for (PS3.3, C.7.6.3.1.5 and .6).
struct Palette {
    long long first = 0;  ///< the index of the first entry; what is below has its colour, what is beyond the last has the last's
    std::array<std::vector<std::uint16_t>, 3> entries;  ///< red, green, blue
    int bits = 8;                                       ///< 8 or 16

    bool isGrey() const { return entries[0] == entries[1] && entries[1] == entries[2]; }
};

struct StoredPixels {
    Meaning meaning = Meaning::grey;
    bool isRaw = false;  ///< read as they stand in the file: the library reads them wrong, or not at all
    int bits = 0;
    bool hasSign = false, isPlanar = false;
    Palette palette = {};
};

/// Throws Refused where pixels are of a kind that neither the library nor this program reads right.
StoredPixels storedPixelsOf(const gdcm::File& file);

/// The samples of `count` frames from `first` on of pixels that are read as they stand in the file, in the machine's order, as
/// the answer describes them. Throws Refused.
std::vector<char> rawSamplesOf(const gdcm::File& file, const StoredPixels& stored, const Answer& answer, std::size_t first,
                               std::size_t count);

}  // namespace coarsen::dicom
