// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/featureless.hpp"

#include "core/preprocess/featureless_blocks.hpp"
#include "core/preprocess/surround.hpp"

namespace coarsen {

double featurelessPart(const PatternSketch& sketch, double rMaxPx) {
    if (sketch.isEmpty() || sketch.depth > 1) return 0;
    const int circle = static_cast<int>(Surround::circleOfRMax * rMaxPx / sketch.blockPx) | 1;
    return featurelessBlocks(sketch.values, sketch.width, sketch.height, circle).part;
}

}  // namespace coarsen
