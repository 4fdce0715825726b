// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/doubtful_frames.hpp"

#include "core/analysis/growth_points.hpp"

#include <algorithm>

namespace coarsen {

std::vector<OffNeighbours> doubtfulFrames(const RowList& rows, const Calibration& calibration, const std::string& lengthKey) {
    std::vector<OffNeighbours> doubtful = framesOffNeighbours(growthSeries(rows, {}, calibration, lengthKey));
    if (lengthKey == "r_half") return doubtful;
    const auto isNamed = [&](int frame) { return std::ranges::find(doubtful, frame, &OffNeighbours::frame) != doubtful.end(); };
    for (OffNeighbours& off : framesOffNeighbours(growthSeries(rows, {}, calibration, "r_half")))
        if (!isNamed(off.frame)) doubtful.push_back(std::move(off));
    std::ranges::sort(doubtful, {}, &OffNeighbours::frame);
    return doubtful;
}

}  // namespace coarsen
