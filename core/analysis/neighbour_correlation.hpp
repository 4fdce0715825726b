// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/frame_result.hpp"
#include "core/analysis/pattern_sketch.hpp"

#include <cstddef>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
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

/// Small image and R_max that a measured frame is compared with its neighbours by.
struct SketchedFrame {
    PatternSketch sketch;  ///< empty: the frame cannot be compared
    double rMaxPx = std::numeric_limits<double>::quiet_NaN();
};
SketchedFrame sketchedFrame(const FrameResult& row, PatternSketch sketch);

/// Part of its pattern that a frame shares with the one before it (sharedPattern); NaN where either has no sketch.
double neighbourCorrelation(const SketchedFrame& before, const SketchedFrame& after);

/// Compares the items of a run with the one before each, as soon as both are there and on the thread that brings the later of the
/// two: whoever takes the correlations in order then waits for none. Any number of threads may add at once.
///
/// Use, given `const FrameResult& row, PatternSketch sketch` of items 0 and 1 of a series:
///
///     NeighbourPairs pairs({false, true});
///     pairs.add(0, sketchedFrame(row, sketch));
///     pairs.add(1, sketchedFrame(row, sketch));
///     const double shared = pairs.take(1);
class NeighbourPairs {
public:
    /// `followsTheOneBefore`: of each item, whether the item before it is its neighbour in the series.
    explicit NeighbourPairs(std::vector<bool> followsTheOneBefore);

    void add(std::size_t item, SketchedFrame frame);
    /// Correlation of an item with the one before, once both were added; NaN where that is no neighbour. Forgets the one before.
    double take(std::size_t item);

private:
    void compare(std::size_t item, const SketchedFrame& before, const SketchedFrame& after);
    bool follows(std::size_t item) const { return item > 0 && item < follows_.size() && follows_[item]; }

    const std::vector<bool> follows_;
    std::mutex mutex_;
    std::vector<std::shared_ptr<const SketchedFrame>> frames_;  // guarded
    std::vector<double> correlations_;                          // guarded
};

}  // namespace coarsen
