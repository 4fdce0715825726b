// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/frame_result.hpp"
#include "core/analysis/pattern_sketch.hpp"

#include <limits>
#include <map>
#include <vector>

namespace coarsen {

/// Correlations by frame: how much of its pattern its final image shares with that of the frame before it in the series' order, 0
/// to 1 (sharedPattern). The first frame has none, nor has one beside a frame that could not be measured. No part of a row, which
/// depends on its own frame only.
using NeighbourCorrelations = std::map<int, double>;

/// Correlation of a frame with the one before it; NaN where it has none.
double neighbourCorrelationOf(const NeighbourCorrelations& neighbourCorrelations, int frame);

/// Correlations of frames that stand beside each other in both orders (framesInOrder); the others' is unknown.
NeighbourCorrelations inOtherOrder(const NeighbourCorrelations& neighbourCorrelations, const std::vector<int>& before,
                                   const std::vector<int>& now);

/// Goes along a series and compares each frame with the one before: a pass over (row, sketch), whoever measured them.
///
/// Use, given `const FrameResult& row, const PatternSketch& sketch`:
///
///     NeighbourCorrelationPass pass;
///     pass.next(row, sketch);                        // NaN: the first
///     const double shared = pass.next(row, sketch);  // with the one before
class NeighbourCorrelationPass {
public:
    /// How much the frame shares with the one given before it; NaN for the first, and where either has no sketch.
    double next(const FrameResult& row, PatternSketch sketch);

    /// The frame before the next one is not known.
    void skip() { before_ = {}; }

private:
    PatternSketch before_;
    double rMaxBeforePx_ = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace coarsen
