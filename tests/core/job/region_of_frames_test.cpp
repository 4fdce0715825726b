// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/job/region_of_frames.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace coarsen {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Selections of one shape, each a pixel further right, at these positions.
RoiFile roisAt(const std::vector<RoiPosition>& positions) {
    RoiFile file{"pos.zip", {}};
    for (const RoiPosition& position : positions) {
        const double x = static_cast<double>(file.selections.size());
        file.selections.push_back({{{RegionShape::Kind::rectangle, true, {{x, 0}, {1, 1}}}}, position});
    }
    return file;
}

ImageSeries seriesOf(int frames) {
    ImageSeries series;
    for (int i = 0; i < frames; ++i)
        series.frames.push_back({.file = "f" + std::to_string(i) + ".png", .name = {}, .problem = {}});
    return series;
}

ImageSeries stackOf(int frames, int pages) {
    ImageSeries series = seriesOf(frames);
    for (FrameSource& source : series.frames)
        source.file = "stack.tif";
    series.first.pages = pages;
    return series;
}

std::vector<int> framesOf(const RegionOfFrames& answer) {
    std::vector<int> frames;
    for (const RegionShape& shape : answer.region)
        frames.push_back(shape.frame);
    return frames;
}

constexpr int every = RegionShape::everyFrame;
using Frames = std::vector<int>;

TEST(RegionOfFrames, GivesEachPositionItsFrame) {
    const RegionOfFrames answer = regionOfFrames(roisAt({{1}, {2}, {3}, {3}}), seriesOf(3));
    EXPECT_EQ(framesOf(answer), (Frames{0, 1, 2, 2}));
    EXPECT_EQ(answer.said.code, "region.per-frame");
    EXPECT_THAT(answer.said.text, HasSubstr("pos.zip hold each for its own frame, by their positions in ImageJ: 3 of 3 frames"));
    EXPECT_THAT(answer.said.text, Not(HasSubstr("not measured")));
}

TEST(RegionOfFrames, SaysWhichFramesHaveNone) {
    const RegionOfFrames answer = regionOfFrames(roisAt({{1}, {9}}), seriesOf(4));
    EXPECT_EQ(framesOf(answer), (Frames{0, 8}));
    EXPECT_THAT(answer.said.text, HasSubstr("1 of 4 frames have one. Some are of frames after the last one."));
    EXPECT_THAT(answer.said.text, HasSubstr("Frames without one are not measured"));
    const RegionOfFrames withAll = regionOfFrames(roisAt({{1}, {}}), seriesOf(4));
    EXPECT_EQ(framesOf(withAll), (Frames{0, every}));
    EXPECT_THAT(withAll.said.text, HasSubstr("4 of 4 frames have one. Those without a position hold for all frames."));
}

TEST(RegionOfFrames, HoldsForAllWhereThePositionIsOnlyWhereItWasDrawn) {
    for (const auto& rois : {roisAt({{5}}), roisAt({{5}, {5}})}) {
        const RegionOfFrames answer = regionOfFrames(rois, seriesOf(7));
        EXPECT_EQ(answer.region, unionOf(rois));
        EXPECT_EQ(answer.said.code, "region.all-frames");
        EXPECT_THAT(answer.said.text, HasSubstr("drawn on image 5 of ImageJ's stack and hold"));
        EXPECT_EQ(regionOfFrames(rois, seriesOf(1)).said, Said{}) << "of one frame there is nothing to tell";
    }
    const RegionOfFrames none = regionOfFrames(roisAt({{}, {}, {}}), seriesOf(3));
    EXPECT_EQ(framesOf(none), (Frames{every, every, every}));
    EXPECT_EQ(none.said, Said{});
}

TEST(RegionOfFrames, CountsTimesOfAHyperstackAndItsImagesByTheFrame) {
    EXPECT_EQ(framesOf(regionOfFrames(roisAt({{0, 1, 2, 1}, {0, 2, 1, 3}}), stackOf(3, 12))), (Frames{0, 2}));
    EXPECT_EQ(framesOf(regionOfFrames(roisAt({{1}, {4}, {5}, {12}}), stackOf(3, 12))), (Frames{0, 0, 1, 2}))
        << "of 4 images each";
    EXPECT_EQ(framesOf(regionOfFrames(roisAt({{0, 1, 1, 1}, {0, 1, 3, 1}}), stackOf(3, 3))), (Frames{0, 2})) << "slices";
    EXPECT_EQ(framesOf(regionOfFrames(roisAt({{0, 1, 1, 2}, {0, 1, 3, 2}}), stackOf(3, 12))), (Frames{every, every}))
        << "of one time";
}

TEST(RegionOfFrames, OfVolumesCountsTimesOnly) {
    ImageSeries volumes = seriesOf(3);
    volumes.volumes.emplace();
    EXPECT_EQ(framesOf(regionOfFrames(roisAt({{1}, {2}}), volumes)), (Frames{every, every}));
    EXPECT_EQ(framesOf(regionOfFrames(roisAt({{0, 1, 4, 1}, {0, 1, 2, 3}}), volumes)), (Frames{0, 2}));
}

}  // namespace
}  // namespace coarsen
