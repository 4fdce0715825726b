// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/frame_numbers.hpp"

#include "core/base/numbered_names.hpp"
#include "core/series/volume_series.hpp"

namespace coarsen {

std::vector<std::string> stemsOf(const ImageSeries& series) {
    std::vector<std::string> stems;
    for (const FrameSource& frame : series.frames)
        stems.push_back(stemOf(frame.file).string());
    return stems;
}

std::vector<std::optional<double>> placesByNumber(const ImageSeries& series) {
    return placesByNumber(stemsOf(series));
}

std::string missingNumbers(const ImageSeries& series) {
    return missingNumbers(stemsOf(series));
}

}  // namespace coarsen
