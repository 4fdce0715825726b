// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/doubtful_frames.hpp"

#include "core/analysis/analyse_frame.hpp"
#include "core/analysis/run_series.hpp"
#include "core/synth/synthetic_series.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace coarsen {
namespace {

/// Each pixel the mean of the 7 x 7 about it.
Image blurred(const Image& image) {
    constexpr int reach = 3;
    const int width = image.width(), height = image.height();
    std::vector<float> values;
    image.visit([&](auto plane) {
        for (int y = 0; y < height; ++y) {
            for (int x = 0; x < width; ++x) {
                double sum = 0;
                for (int dy = -reach; dy <= reach; ++dy)
                    for (int dx = -reach; dx <= reach; ++dx)
                        sum += static_cast<double>(plane[static_cast<std::size_t>(std::clamp(y + dy, 0, height - 1) * width +
                                                                                  std::clamp(x + dx, 0, width - 1))]);
                values.push_back(static_cast<float>(sum / (2 * reach + 1) / (2 * reach + 1)));
            }
        }
    });
    return {width, height, std::move(values)};
}

/// Two phases with sharp boundaries: what is above the mean and what is below.
Image twoPhases(const Image& image) {
    std::vector<float> values;
    image.visit([&](auto plane) {
        const double mean = std::accumulate(plane.begin(), plane.end(), 0.0) / static_cast<double>(plane.size());
        for (const auto value : plane)
            values.push_back(static_cast<double>(value) > mean ? 1.F : 0.F);
    });
    return {image.width(), image.height(), std::move(values)};
}

/// The same pattern growing from R_max 24 to 37 px.
std::vector<FrameResult> growingRows(int blurredFrame = -1) {
    RingSettings settings;
    settings.width = 480, settings.height = 360, settings.frames = 14;
    settings.rMaxFromPx = 24, settings.rMaxToPx = 37;
    settings.zoom = true;
    Measurer measurer({}, {.engines = cpuEngines()}, {});
    std::vector<FrameResult> rows;
    for (int i = 0; i < settings.frames; ++i) {
        Frame frame;
        frame.index = i;
        frame.image = twoPhases(ringFrame(settings, i).image);
        if (i == blurredFrame) frame.image = blurred(frame.image);
        FrameSource source;
        source.timeS = i;
        rows.push_back(frameResult(source, i, imageFacts(frame), measurer(frame, true), {}, {}));
    }
    return rows;
}

TEST(DoubtfulFrames, AreNoneInASeriesThatGrows) {
    EXPECT_TRUE(doubtfulFrames(growingRows(), {}, "r_max").empty());
}

TEST(DoubtfulFrames, NameABlurredFrameWhoseRMaxStaysWithItsNeighbours) {
    const std::vector<FrameResult> rows = growingRows(6);
    EXPECT_TRUE(framesOffNeighbours(growthSeries(rows, {}, {}, "r_max")).empty());

    const auto doubtful = doubtfulFrames(rows, {}, "r_max");

    ASSERT_EQ(doubtful.size(), 1u);
    EXPECT_EQ(doubtful[0].frame, 6);
    EXPECT_EQ(doubtful[0].lengthKey, "r_half");
    EXPECT_GT(doubtful[0].length, doubtful[0].expected);  // blur widens the central peak
}

TEST(DoubtfulFrames, AreNamedOnceThoughBothLengthsSaySo) {
    std::vector<FrameResult> rows = growingRows();
    rows[8].rMax.px *= 1.4;
    rows[8].lengths["r_half"].px *= 1.4;
    rows[4].lengths["r_half"].px *= 0.8;

    const auto doubtful = doubtfulFrames(rows, {}, "r_max");

    ASSERT_EQ(doubtful.size(), 2u);
    EXPECT_EQ(doubtful[0].frame, 4);
    EXPECT_EQ(doubtful[0].lengthKey, "r_half");
    EXPECT_EQ(doubtful[1].frame, 8);
    EXPECT_EQ(doubtful[1].lengthKey, "r_max");

    const auto byHalf = doubtfulFrames(rows, {}, "r_half");

    ASSERT_EQ(byHalf.size(), 2u);
    EXPECT_EQ(byHalf[0].frame, 4);
    EXPECT_EQ(byHalf[1].frame, 8);
}

}  // namespace
}  // namespace coarsen
