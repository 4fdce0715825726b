// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/neighbour_correlation.hpp"

#include "core/base/parallel.hpp"
#include "core/synth/synthetic_series.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <vector>

namespace coarsen {
namespace {

/// Frames of a pattern that grows a little from each to the next.
std::vector<SketchedFrame> growingFrames(std::size_t count) {
    RingSettings settings;
    settings.width = 320;
    settings.height = 240;
    settings.frames = static_cast<int>(count);
    settings.rMaxFromPx = 20;
    settings.rMaxToPx = 24;
    settings.zoom = true;
    std::vector<SketchedFrame> frames;
    for (int index = 0; index < settings.frames; ++index) {
        const SyntheticFrame made = ringFrame(settings, index);
        Frame frame;
        frame.image = made.image;
        frames.push_back({patternSketch(frame), made.rMaxPx});
    }
    return frames;
}

TEST(NeighbourPairs, AreComparedInWhateverOrderTheyCome) {
    const std::vector<SketchedFrame> frames = growingFrames(4);
    for (const std::vector<std::size_t>& order : {std::vector<std::size_t>{0, 1, 2, 3}, {3, 2, 1, 0}, {1, 3, 0, 2}}) {
        NeighbourPairs pairs({false, true, true, true});
        for (const std::size_t item : order)
            pairs.add(item, frames[item]);

        EXPECT_TRUE(std::isnan(pairs.take(0)));
        for (std::size_t item = 1; item < frames.size(); ++item) {
            const double expected = neighbourCorrelation(frames[item - 1], frames[item]);
            EXPECT_GT(expected, 0.5);
            EXPECT_EQ(pairs.take(item), expected) << item;
        }
    }
}

TEST(NeighbourPairs, AreOfManyThreadsAtOnce) {
    const std::vector<SketchedFrame> frames = growingFrames(24);
    NeighbourPairs pairs(std::vector<bool>(frames.size(), true));
    parallelFor(frames.size(), 4, [&](std::size_t item) { pairs.add(item, frames[item]); });

    for (std::size_t item = 1; item < frames.size(); ++item)
        EXPECT_EQ(pairs.take(item), neighbourCorrelation(frames[item - 1], frames[item])) << item;
}

TEST(NeighbourPairs, LeaveOutFramesThatAreNoNeighboursOrCannotBeCompared) {
    const std::vector<SketchedFrame> frames = growingFrames(4);
    NeighbourPairs pairs({false, false, true, true});
    pairs.add(0, frames[0]);
    pairs.add(1, frames[1]);
    pairs.add(2, {});
    pairs.add(3, frames[3]);

    for (std::size_t item = 0; item < frames.size(); ++item)
        EXPECT_TRUE(std::isnan(pairs.take(item))) << item;
}

}  // namespace
}  // namespace coarsen
