// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/run_series.hpp"
#include "core/base/error.hpp"
#include "tests/core/session/example_rows.hpp"

#include <gtest/gtest.h>

namespace coarsen {
namespace {

using test::measuredRow;

TEST(GrowthSeries, TakesGoodWeakAndManualFramesOnly) {  // decision G2
    std::vector<FrameResult> rows;
    for (const Quality quality : {Quality::good, Quality::weak, Quality::manual, Quality::edge, Quality::none}) {
        rows.push_back(measuredRow(static_cast<int>(rows.size())));
        rows.back().rMax.quality = quality;
    }
    rows.push_back(measuredRow(5));
    rows.back().status = FrameStatus::failed;
    const NeighbourCorrelations neighbourCorrelations{{0, std::numeric_limits<double>::quiet_NaN()}, {1, 0.5}, {2, 1.0}};

    const GrowthSeries series = growthSeries(rows, neighbourCorrelations, {});

    ASSERT_EQ(series.points.size(), 3u);
    EXPECT_EQ(series.points[2].frame, 2);
    EXPECT_EQ(series.lengthUnit, "px");
    EXPECT_EQ(series.timeUnit, "s");
    EXPECT_DOUBLE_EQ(series.neighbourCorrelation, 0.75);
}

TEST(GrowthSeries, OfACorrelationLengthAsksForNoMaximum) {
    FrameResult row = measuredRow(0);
    row.status = FrameStatus::noPeak;
    row.rMax = noLength("C1D has no second maximum");
    row.lengths["xi"] = {12, 0.5, 1 / 2.718, Quality::good, ""};

    const GrowthSeries series = growthSeries({row}, {}, {}, "xi");

    ASSERT_EQ(series.points.size(), 1u);
    EXPECT_EQ(series.points[0].length, 12);
    EXPECT_DOUBLE_EQ(series.points[0].domains, 640 * 480 * 0.985 / 144);
    EXPECT_TRUE(growthSeries({row}, {}, {}, "r_half").points.empty());
    row.status = FrameStatus::failed;
    EXPECT_TRUE(growthSeries({row}, {}, {}, "xi").points.empty());
}

TEST(GrowthSeries, IsInMicrometresWhenCalibrated) {
    const GrowthSeries series = growthSeries({measuredRow(0)}, {}, {2, 2, "typed"});

    EXPECT_EQ(series.lengthUnit, "um");
    EXPECT_DOUBLE_EQ(series.points.at(0).length, 43);
    EXPECT_DOUBLE_EQ(series.points.at(0).error, 0.2);
    EXPECT_DOUBLE_EQ(series.points.at(0).domains, 640 * 480 * 0.985 / (21.5 * 21.5));
}

TEST(GrowthSeries, KeepsExcludedPointsApart) {
    FrameResult excluded = measuredRow(1);
    excluded.status = FrameStatus::excluded;

    const GrowthSeries series = growthSeries({measuredRow(0), excluded}, {}, {});

    EXPECT_FALSE(series.points.at(0).excluded);
    EXPECT_TRUE(series.points.at(1).excluded);
}

TEST(GrowthSeries, CountsFramesWhereNoTimesAreKnown) {
    FrameResult row = measuredRow(0);
    row.timeSource = TimeSource::index;

    EXPECT_EQ(growthSeries({row}, {}, {}).timeUnit, "frame");
}

TEST(GrowthSeries, OfAnotherLengthTakesThatOne) {
    EXPECT_DOUBLE_EQ(growthSeries({measuredRow(0)}, {}, {}, "r_zero").points.at(0).length, 7.25);
    EXPECT_THROW(growthSeries({measuredRow(0)}, {}, {}, "r_what"), SettingError);
}

TEST(FrameStatus, ReadsBackFromItsName) {
    for (const FrameStatus status : {FrameStatus::ok, FrameStatus::noPeak, FrameStatus::excluded, FrameStatus::failed})
        EXPECT_EQ(frameStatusNamed(nameOf(status)), status);
    EXPECT_THROW(frameStatusNamed("fine"), InputError);
}

TEST(GrowthSeries, HasTheLengthOfEachFrameInItsOwnPixels) {
    FrameResult near = measuredRow(0), far = near;
    far.frame = 1;
    far.timeS = 5;
    far.ownUmPerPx = 0.25;

    const GrowthSeries stated = growthSeries({near, far}, {}, {0.5, 0.5, "TIFF"});
    const GrowthSeries typed = growthSeries({near, far}, {}, {0.5, 0.5, "typed"});

    ASSERT_EQ(stated.points.size(), 2u);
    EXPECT_DOUBLE_EQ(stated.points[1].length, stated.points[0].length / 2);
    EXPECT_DOUBLE_EQ(stated.points[1].error, stated.points[0].error / 2);
    EXPECT_DOUBLE_EQ(typed.points[1].length, typed.points[0].length);
}

}  // namespace
}  // namespace coarsen
