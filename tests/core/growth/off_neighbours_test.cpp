// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/growth/off_neighbours.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace coarsen {
namespace {

/// R = 3 t^(1/3) at t = 10, 20, ... with Gaussian errors of one per cent, as quoted.
GrowthSeries cubicGrowth(int frames, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> noise(0, 0.01);
    GrowthSeries series;
    for (int frame = 0; frame < frames; ++frame) {
        GrowthPoint point;
        point.frame = frame;
        point.time = 10 * (frame + 1);
        const double length = 3 * std::cbrt(point.time);
        point.length = length * (1 + noise(random));
        point.error = 0.01 * length;
        series.points.push_back(point);
    }
    return series;
}

TEST(OffNeighbours, FindsTheFrameThatWasChangedAndNoOther) {
    for (unsigned seed = 1; seed <= 20; ++seed) {
        GrowthSeries series = cubicGrowth(40, seed);
        series.points[17].length *= 1.12;

        const auto off = framesOffNeighbours(series);

        ASSERT_EQ(off.size(), 1) << "seed " << seed;
        EXPECT_EQ(off[0].frame, 17);
        EXPECT_NEAR(off[0].expected, 3 * std::cbrt(180.0), 0.03 * off[0].expected);
        EXPECT_GT(off[0].errors, 4);
    }
}

TEST(OffNeighbours, FindsTwoThatStandBesideEachOtherAndTheLastThatCanBeJudged) {
    GrowthSeries series = cubicGrowth(40, 3);
    series.points[20].length *= 1.3;
    series.points[21].length *= 0.8;
    series.points[37].length *= 0.7;

    std::vector<int> frames;
    for (const OffNeighbours& off : framesOffNeighbours(series))
        frames.push_back(off.frame);

    EXPECT_EQ(frames, (std::vector<int>{20, 21, 37}));
}

TEST(OffNeighbours, MarksOneFrameInTenThousandAtMostWhereAllIsWell) {
    std::size_t found = 0;
    for (unsigned seed = 1; seed <= 100; ++seed)
        found += framesOffNeighbours(cubicGrowth(100, seed)).size();
    EXPECT_LE(found, 2);
}

TEST(OffNeighbours, LetsAFrameBeAsFarOffAsItsOwnErrorSays) {
    GrowthSeries series = cubicGrowth(40, 1);
    series.points[17].length *= 1.12;
    series.points[17].error = 0.1 * series.points[17].length;

    EXPECT_TRUE(framesOffNeighbours(series).empty());
}

TEST(OffNeighbours, DoesNotLookAtExcludedFramesNorAtShortSeries) {
    GrowthSeries series = cubicGrowth(40, 1);
    series.points[17].length *= 2;
    series.points[17].excluded = true;
    EXPECT_TRUE(framesOffNeighbours(series).empty());

    GrowthSeries few = cubicGrowth(7, 1);
    few.points[3].length *= 2;
    EXPECT_TRUE(framesOffNeighbours(few).empty());
}

TEST(OffNeighbours, AreToldInASentenceThatNamesAFew) {
    EXPECT_EQ(offNeighboursWarning({}), "");
    EXPECT_EQ(offNeighboursWarning({{7, "r_max", 1, 2, 5}}).substr(0, 22), "Frame 7 stands apart f");
    const std::vector<OffNeighbours> many(8, {3, "r_max", 1, 2, 5});
    EXPECT_NE(offNeighboursWarning(many).find("3, 3, 3, 3, 3 and 3 more stand apart"), std::string::npos);
    EXPECT_EQ(offNeighboursWarning({{2, "r_half", 1, 2, 5}, {4, "r_half", 1, 2, 5}, {7, "r_max", 1, 2, 5}}),
              "Frames 2, 4 are sharper or less sharp than the frames before and after (R_half of C1D); look for blur or noise. "
              "Frame 7 stands apart from the frames before and after; look for blur, a jump or a wrong maximum, and exclude what "
              "is wrong");
}

}  // namespace
}  // namespace coarsen
