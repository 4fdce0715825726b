// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/likeness.hpp"

#include <utility>

namespace coarsen {

double likenessOf(const Likeness& likeness, int frame) {
    const auto known = likeness.find(frame);
    return known == likeness.end() ? std::numeric_limits<double>::quiet_NaN() : known->second;
}

double LikenessPass::next(const FrameResult& row, PatternSketch sketch) {
    sketch.patternPart = patternPart(row.profile, sketch.blockPx);
    const bool hasBoth = !before_.isEmpty() && !sketch.isEmpty();
    const double shared =
        hasBoth ? sharedPattern(before_, sketch, row.rMax.px / rMaxBeforePx_) : std::numeric_limits<double>::quiet_NaN();
    before_ = std::move(sketch);
    rMaxBeforePx_ = row.rMax.px;
    return shared;
}

}  // namespace coarsen
