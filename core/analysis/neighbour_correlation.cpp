// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/neighbour_correlation.hpp"

#include <algorithm>
#include <utility>

namespace coarsen {

double neighbourCorrelationOf(const NeighbourCorrelations& neighbourCorrelations, int frame) {
    const auto known = neighbourCorrelations.find(frame);
    return known == neighbourCorrelations.end() ? std::numeric_limits<double>::quiet_NaN() : known->second;
}

NeighbourCorrelations inOtherOrder(const NeighbourCorrelations& neighbourCorrelations, const std::vector<int>& before,
                                   const std::vector<int>& now) {
    std::map<std::pair<int, int>, double> ofPair;  // two frames are as like each other as the other way round
    for (std::size_t place = 1; place < before.size(); ++place)
        if (const auto known = neighbourCorrelations.find(before[place]); known != neighbourCorrelations.end())
            ofPair[std::minmax(before[place - 1], before[place])] = known->second;
    NeighbourCorrelations correlationsNow;
    for (std::size_t place = 1; place < now.size(); ++place)
        if (const auto known = ofPair.find(std::minmax(now[place - 1], now[place])); known != ofPair.end())
            correlationsNow[now[place]] = known->second;
    return correlationsNow;
}

double NeighbourCorrelationPass::next(const FrameResult& row, PatternSketch sketch) {
    sketch.patternPart = patternPart(row.profile, sketch);
    const bool hasBoth = !before_.isEmpty() && !sketch.isEmpty();
    const double shared =
        hasBoth ? sharedPattern(before_, sketch, row.rMax.px / rMaxBeforePx_) : std::numeric_limits<double>::quiet_NaN();
    before_ = std::move(sketch);
    rMaxBeforePx_ = row.rMax.px;
    return shared;
}

}  // namespace coarsen
