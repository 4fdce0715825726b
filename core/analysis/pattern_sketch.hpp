// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preprocess/frame.hpp"

#include <vector>

namespace coarsen {

/// A final image made small enough to be kept until its neighbour is done: means over square blocks of valid pixels, at most
/// 256 blocks on the longer side, so that a structure of 21 px in 1320 px is still four blocks wide.
struct PatternSketch {
    int width = 0, height = 0;
    int blockPx = 1;            ///< side of a block
    std::vector<float> values;  ///< mean of the block, NaN without a valid pixel

    bool isEmpty() const { return values.empty(); }
};

/// The sketch of a final image of this size before its values are known; empty for none.
PatternSketch emptySketch(int width, int height);

PatternSketch patternSketch(const Frame& finalFrame);

/// How much of the pattern two neighbouring frames share, 0 (independent) to 1 (the same pattern, still or magnified about the
/// centre): the larger of Pearson's correlation of the sketches as they lie and with `before` magnified by the ratio of the
/// R_max (`magnification`; 1 when unknown). Serves the shared scale error (measurement.md section 6).
double sharedPattern(const PatternSketch& before, const PatternSketch& after, double magnification);

}  // namespace coarsen
