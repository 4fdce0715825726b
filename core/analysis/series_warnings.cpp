// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/series_warnings.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace coarsen {

std::vector<Warning> seriesWarnings(const Recipe& recipe, const std::vector<FrameResult>& rows) {
    double largestPx = std::numeric_limits<double>::quiet_NaN(), saturated = largestPx;
    int width = 0, height = 0;
    std::map<PictureFault, int> faults;
    for (const FrameResult& row : rows) {
        if (row.image.depthPx > 0) return {};           // the warnings reckon with domains in a plane
        largestPx = std::fmax(largestPx, row.rMax.px);  // fmax passes over NaN
        saturated = std::fmax(saturated, row.image.saturatedFraction);
        if (row.rMax.fault != PictureFault::none) ++faults[row.rMax.fault];
        if (width == 0) {
            width = row.image.widthPx;
            height = row.image.heightPx;
        }
    }
    const auto commonest = std::ranges::max_element(faults, {}, &std::pair<const PictureFault, int>::second);
    const PictureFault fault = commonest == faults.end() ? PictureFault::none : commonest->first;
    return width == 0 ? std::vector<Warning>{} : warnings(recipe, largestPx, largestPx, width, height, saturated, fault);
}

}  // namespace coarsen
