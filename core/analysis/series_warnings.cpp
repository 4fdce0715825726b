// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/series_warnings.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <utility>

namespace coarsen {

namespace {

std::string framesThatShow(int count, std::size_t all) {
    if (static_cast<std::size_t>(count) == all) return all == 1 ? "" : " All " + std::to_string(all) + " frames show it.";
    return " " + std::to_string(count) + " of " + std::to_string(all) + " frames " + (count == 1 ? "shows it." : "show it.");
}

}  // namespace

std::vector<Warning> seriesWarnings(const Recipe& recipe, const RowList& rows) {
    double largestPx = std::numeric_limits<double>::quiet_NaN(), saturated = largestPx;
    int width = 0, height = 0;
    std::map<PictureFault, int> faults;
    for (const FrameResult& row : rows.all()) {
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
    if (width == 0) return {};
    const auto warningsOf = [&](PictureFault shown) {
        return warnings(recipe, largestPx, largestPx, width, height, saturated, shown);
    };
    std::vector<Warning> list = warningsOf(fault);
    if (fault == PictureFault::none) return list;
    const std::vector<Warning> ofAnyFrame = warningsOf(PictureFault::none);
    for (Warning& warning : list)
        if (std::ranges::find(ofAnyFrame, warning.text, &Warning::text) == ofAnyFrame.end())
            warning.text += framesThatShow(commonest->second, rows.size());
    return list;
}

}  // namespace coarsen
