// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

/// The seam between Coarsen and its program coarsen-dicom, which reads DICOM files by GDCM: `coarsen-dicom PARENT QUESTION FIRST
/// COUNT`, the file on standard input, PARENT's process number. It answers with an Answer, and to `frames` then with the samples
/// of COUNT frames from FIRST on (from 0), in the machine's order, row by row, colours side by side. Coarsen believes nothing of
/// it unseen.
namespace coarsen::dicom {

enum class Question : char { header = 'h', frames = 'f' };

enum class Verdict : std::uint32_t {
    read = 1,   ///< the frames are as the sides and `type` say
    notOpened,  ///< the library opens no such file
    noPicture,  ///< it holds other things (a report, a curve)
    notRead,    ///< a picture of a kind that is not read; it is in `words`
    broken,     ///< the packed samples cannot be unpacked
    endsEarly,  ///< the file is shorter than its elements say
};

/// Roles of the frames of a file to each other.
enum class FrameAxis : std::uint32_t { notStated, slices, times };

/// A number that a file may state, and the attribute that states it ("PixelSpacing"); empty: none does.
struct StatedNumber {
    double value = 0;
    char by[32] = {};
};

/// Plain bytes; texts end with a zero.
struct Answer {
    std::uint32_t seam = 0;  ///< `seamVersion` of whoever built the program
    Verdict verdict{};
    std::uint32_t type = 0;     ///< of the samples: a SampleType
    std::uint32_t colours = 1;  ///< values of a pixel
    FrameAxis axis = FrameAxis::notStated;
    std::uint32_t bitsInUse = 0;
    std::uint32_t isInverted = 0;  ///< small samples are bright (MONOCHROME1)
    std::uint32_t isPlaced = 0;    ///< `origin` and `axes` are said
    std::int64_t width = 0, height = 0, frames = 0;
    double slope = 1, intercept = 0;      ///< of the values that the samples mean
    StatedNumber padding;                 ///< the sample of pixels that are none
    StatedNumber stepMm[3];               ///< along x, y and z
    StatedNumber intervalS;               ///< between two frames
    double origin[3] = {};                ///< of the first frame's first pixel, mm
    double axes[2][3] = {};               ///< where x and y run
    char date[40] = {}, dateBy[32] = {};  ///< "2026-03-01 14:05:00+0100"
    char words[600] = {};                 ///< of a refusal; else what is stated and not understood, sentences
};

inline constexpr std::uint32_t seamVersion = 0x44430001;
inline constexpr const char* programName = "coarsen-dicom";

}  // namespace coarsen::dicom
