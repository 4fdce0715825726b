// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/image.hpp"

#include <optional>
#include <string>
#include <vector>

namespace coarsen {

/// A picture as its file holds it, upright (EXIF orientation applied) and with palette and MINISWHITE resolved:
/// 1 channel grey, 2 grey + alpha, 3 RGB, 4 RGBA. Larger is brighter.
struct RawImage {
    Image image;
    int bitsPerSample = 8;               ///< as stored: 1 to 32; the brightest value is 2^bits - 1
    bool hasAlpha = false;               ///< the last channel is opacity, not light
    std::optional<double> pixelWidthUm;  ///< from the file, when it states a length
    std::optional<double> pixelHeightUm;
    std::optional<double> exifTimeS;          ///< seconds since 1970-01-01, the camera's clock
    std::string format;                       ///< "PNG", "TIFF", ... for the window's title line
    bool isLinear = false;                    ///< proportional to the light, as a camera's raw values and floats are; else sRGB
    std::vector<Image> furtherChannels = {};  ///< of a stack that keeps them on pages of their own: those after this one
};

/// What the pages of a file are, where it says so. Pages stand in `order`, the first letter's index running fastest.
struct StackLayout {
    int channels = 1, slices = 1, times = 1;
    std::string order = "CZT";
    std::optional<double> intervalS = {};  ///< between two times

    int pages() const { return channels * slices * times; }
    int pageOf(int time, int slice = 0, int channel = 0) const;  ///< each counting from 0
    /// Of a stack of times; of one of slices the interval is none between frames.
    std::optional<double> frameIntervalS() const { return slices == 1 || times > 1 ? intervalS : std::nullopt; }
    bool operator==(const StackLayout&) const = default;
};

/// What can be known of a picture without decoding its pixels.
struct ImageHeader {
    int width = 0, height = 0, channels = 1, bitsPerSample = 8;
    int pages = 1;
    std::string format;
    std::optional<double> pixelWidthUm, pixelHeightUm, exifTimeS;
    StackLayout stack = {};
    std::vector<double> pageTimesS = {};  ///< of each page, where the file states them (a film, a TIFF); NaN: not of this one
    bool pageTimesAreClock = false;       ///< seconds since 1970 rather than elapsed ones
    std::string remark = {};              ///< what the user should know of the file; else empty
};

}  // namespace coarsen
