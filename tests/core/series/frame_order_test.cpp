// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/frame_order.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/texts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

namespace coarsen {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

ImageSeries timed(const std::vector<double>& times, FrameOrder order) {
    ImageSeries series;
    for (const double time : times) {
        FrameSource frame;
        frame.timeS = time;
        series.frames.push_back(frame);
    }
    series.order = order;
    return series;
}

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

TEST(FrameOrder, ByTimeIsTheEarliestFirstAndTheUntimedLast) {
    const std::vector<double> times{30, 10, unknown, 20, 10};

    EXPECT_THAT(framesInOrder(timed(times, FrameOrder::name)), ElementsAre(0, 1, 2, 3, 4));
    EXPECT_THAT(framesInOrder(timed(times, FrameOrder::time)), ElementsAre(1, 4, 3, 0, 2));
    EXPECT_THAT(inOrder(timed(times, FrameOrder::time), {0, 2, 3}), ElementsAre(3, 0, 2));
    EXPECT_EQ(firstTime(timed(times, FrameOrder::name)), 30);
    EXPECT_EQ(firstTime(timed(times, FrameOrder::time)), 10);
}

TEST(FrameOrder, SequenceGoesFromFrameToFrame) {
    const FrameSequence sequence = sequenceOf(timed({30, 10, 20}, FrameOrder::time));

    EXPECT_EQ(sequence.first(), 1);
    EXPECT_EQ(sequence.last(), 0);
    EXPECT_EQ(sequence.placeOf(2), 1);
    EXPECT_EQ(sequence.neighbour(2, 1), 0);
    EXPECT_EQ(sequence.neighbour(2, -1), 1);
    EXPECT_FALSE(sequence.neighbour(0, 1));
}

TEST(FrameOrder, KeyTellsOrdersApartAndNotFramesAtTheEnd) {
    EXPECT_THAT(orderKey(timed({30, 10, 20}, FrameOrder::name)), IsEmpty());
    EXPECT_THAT(orderKey(timed({10, 20, 30}, FrameOrder::time)), IsEmpty());
    const std::string key = orderKey(timed({20, 10, 30}, FrameOrder::time));
    EXPECT_EQ(orderKey(timed({20, 10, 30, 40}, FrameOrder::time)), key);
    EXPECT_NE(orderKey(timed({20, 10, 30, 5}, FrameOrder::time)), key);
    EXPECT_NE(orderKey(timed({30, 10, 20}, FrameOrder::time)), key);
}

TEST(FrameOrder, ByTimeNothingGoesBack) {
    ImageSeries series = timed({30, 10, 20}, FrameOrder::name);
    setOrder(series, FrameOrder::name);
    EXPECT_TRUE(doTimesGoBack(series));
    EXPECT_THAT(test::textsOf(series.notes), ElementsAre(HasSubstr("Times are not in order at 2 frames")));
    setOrder(series, FrameOrder::time);
    EXPECT_THAT(test::textsOf(series.notes), IsEmpty());
}

TEST(AssignTimes, TakesFilesDatesWhenAskedAndWarnsThatCopyingChangesThem) {
    const TemporaryFolder folder;
    ImageSeries series;
    for (const char* name : {"a.png", "b.png"}) {
        writeWhole(folder / name, "x");
        FrameSource frame;
        frame.file = folder / name;
        frame.name = name;
        series.frames.push_back(frame);
    }
    const auto written = std::filesystem::last_write_time(folder / "a.png");
    std::filesystem::last_write_time(folder / "b.png", written + std::chrono::seconds(90));

    assignTimes(series, {});
    EXPECT_EQ(series.frames[1].timeSource, TimeSource::index) << "never by itself";
    assignTimes(series, {TimeChoice::Kind::mtime, 1, {}});
    EXPECT_EQ(series.frames[0].timeS, 0);
    EXPECT_NEAR(series.frames[1].timeS, 90, 1e-3);
    EXPECT_EQ(nameOf(series.frames[1].timeSource), "mtime");
    EXPECT_TRUE(series.clockStartS);
    EXPECT_THAT(test::textsOf(series.notes), Contains(HasSubstr("copying a file may change its date")));
}

}  // namespace
}  // namespace coarsen
