// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/write_png.hpp"
#include "core/series/image_series.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace coarsen {

/// Writes a PNG of 3 x 2 pixels; with a pixel size where that is given.
inline void writePicture(const std::filesystem::path& file, double umPerPx = 0) {
    writeGreyPng(file, Image(3, 2, std::vector<std::uint8_t>{0, 50, 100, 150, 200, 250}), umPerPx);
}

inline std::vector<std::string> namesOf(const ImageSeries& series) {
    std::vector<std::string> names;
    for (const FrameSource& frame : series.frames)
        names.push_back(frame.name);
    return names;
}

/// The frames' times, s.
inline std::vector<double> timesOf(const ImageSeries& series) {
    std::vector<double> times;
    for (const FrameSource& frame : series.frames)
        times.push_back(frame.timeS);
    return times;
}

}  // namespace coarsen
