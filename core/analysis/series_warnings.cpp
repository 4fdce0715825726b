// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/series_warnings.hpp"

#include <cmath>
#include <limits>

namespace coarsen {

std::vector<Warning> seriesWarnings(const Recipe& recipe, const std::vector<FrameResult>& rows) {
    double largestPx = std::numeric_limits<double>::quiet_NaN(), saturated = largestPx;
    int width = 0, height = 0;
    for (const FrameResult& row : rows) {
        if (row.image.depthPx > 0) return {};           // the warnings reckon with domains in a plane
        largestPx = std::fmax(largestPx, row.rMax.px);  // fmax passes over NaN
        saturated = std::fmax(saturated, row.image.saturatedFraction);
        if (width == 0) {
            width = row.image.widthPx;
            height = row.image.heightPx;
        }
    }
    return width == 0 ? std::vector<Warning>{} : warnings(recipe, largestPx, largestPx, width, height, saturated);
}

}  // namespace coarsen
