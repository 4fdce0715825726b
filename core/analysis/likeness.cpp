// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/likeness.hpp"

#include <algorithm>
#include <utility>

namespace coarsen {

double likenessOf(const Likeness& likeness, int frame) {
    const auto known = likeness.find(frame);
    return known == likeness.end() ? std::numeric_limits<double>::quiet_NaN() : known->second;
}

Likeness inOtherOrder(const Likeness& likeness, const std::vector<int>& before, const std::vector<int>& now) {
    std::map<std::pair<int, int>, double> ofPair;  // two frames are as like each other as the other way round
    for (std::size_t place = 1; place < before.size(); ++place)
        if (const auto known = likeness.find(before[place]); known != likeness.end())
            ofPair[std::minmax(before[place - 1], before[place])] = known->second;
    Likeness likenessNow;
    for (std::size_t place = 1; place < now.size(); ++place)
        if (const auto known = ofPair.find(std::minmax(now[place - 1], now[place])); known != ofPair.end())
            likenessNow[now[place]] = known->second;
    return likenessNow;
}

double LikenessPass::next(const FrameResult& row, PatternSketch sketch) {
    sketch.patternPart = patternPart(row.profile, sketch);
    const bool hasBoth = !before_.isEmpty() && !sketch.isEmpty();
    const double shared =
        hasBoth ? sharedPattern(before_, sketch, row.rMax.px / rMaxBeforePx_) : std::numeric_limits<double>::quiet_NaN();
    before_ = std::move(sketch);
    rMaxBeforePx_ = row.rMax.px;
    return shared;
}

}  // namespace coarsen
