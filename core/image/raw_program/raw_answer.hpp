// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

/// The seam between Coarsen and its program coarsen-raw, which reads cameras' raw pictures with LibRaw: `coarsen-raw PARENT
/// QUESTION MOST`, the picture's file on standard input, PARENT's process number, MOST pixels a sensor may have. It answers with
/// an Answer, and to `pixels` then with the picture's samples: 16 bits, row by row, colours side by side. Coarsen believes
/// nothing of it unseen.
namespace coarsen::raw {

enum class Question : char { size = 's', pixels = 'p' };

enum class Verdict : std::uint32_t {
    read = 1,     ///< the picture is as `width`, `height` and `colours` say
    unknown,      ///< LibRaw, whose version is in `words`, knows no such picture
    notAccepted,  ///< its sensor has too many pixels, or other colours than 1 or 3
    isFloat,      ///< its raw values are floating-point numbers
    endsTooSoon,  ///< the file does
    damaged,      ///< in LibRaw's `words`
    outOfMemory,
};

/// Plain bytes.
struct Answer {
    std::uint32_t seam = 0;  ///< `seamVersion` of whoever built the program
    Verdict verdict{};
    std::int32_t sensorWidth = 0, sensorHeight = 0;  ///< as the header declares them; 0: it was not read
    std::int32_t colours = 0;                        ///< likewise
    std::int32_t width = 0, height = 0;              ///< of the picture, upright
    char words[100] = {};                            ///< ends with a zero
};

inline constexpr std::uint32_t seamVersion = 0x52570001;
inline constexpr const char* programName = "coarsen-raw";

}  // namespace coarsen::raw
