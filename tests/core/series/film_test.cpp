// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/series/image_series.hpp"
#include "tests/core/series/small_series.hpp"
#include "tests/support/film_writer.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/texts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace coarsen {
namespace {

using test::writeFilm;
using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(OpenSeries, MakesFramesOfAFilmWithItsTimes) {
    const TemporaryFolder folder;
    writeFilm(folder / "growth.mkv", {.frames = 4, .timesMs = {0, 500, 2000, 8000}});

    ImageSeries series = openSeries({folder / "growth.mkv"});
    assignTimes(series, {});

    ASSERT_EQ(series.frames.size(), 4u);
    EXPECT_EQ(series.frames[3].page, 3);
    EXPECT_EQ(series.frames[3].name, "growth.mkv");
    EXPECT_EQ(series.first.width, 64);
    EXPECT_THAT(timesOf(series), ElementsAre(0, DoubleNear(0.5, 1e-9), DoubleNear(2, 1e-9), DoubleNear(8, 1e-9)));
    EXPECT_EQ(nameOf(series.frames[1].timeSource), "video");
    EXPECT_THAT(test::textsOf(series.notes), ElementsAre(HasSubstr("from the film, which is the speed of replay")));
}

TEST(OpenSeries, OfAFilmTakesItsFolderTooAndGivesWayToAnInterval) {
    const TemporaryFolder folder;
    writeFilm(folder / "growth.avi", {.frames = 3});

    ImageSeries series = openSeries({folder.path()});
    assignTimes(series, {TimeChoice::Kind::interval, 60, {}});

    EXPECT_THAT(timesOf(series), ElementsAre(0, 60, 120));
    EXPECT_EQ(series.frames[2].timeSource, TimeSource::interval);
    assignTimes(series, {TimeChoice::Kind::exif, 1, {}});  // what its header says
    EXPECT_EQ(series.frames[2].timeSource, TimeSource::video);
    EXPECT_THAT(timesOf(series), ElementsAre(0, 0.04, 0.08));
}

TEST(OpenSeries, OfSeveralFilmsTakesTheFirstFrameOfEach) {
    const TemporaryFolder folder;
    writeFilm(folder / "a.avi", {.frames = 3});
    writeFilm(folder / "b.avi", {.frames = 3});

    ImageSeries series = openSeries({folder.path()});
    assignTimes(series, {});

    EXPECT_EQ(series.frames.size(), 2u);
    EXPECT_THAT(test::textsOf(series.notes), ElementsAre(HasSubstr("hold 3 pages each")));
    EXPECT_EQ(series.frames[1].timeSource, TimeSource::index);
}

TEST(OpenSeries, SaysThatAFilmEndsEarly) {
    const TemporaryFolder folder;
    writeFilm(folder / "a.avi", {.codec = "rawvideo", .pixels = "pal8"});
    auto bytes = readWhole(folder / "a.avi");
    bytes.resize(bytes.size() / 2);
    writeWhole(folder / "a.avi", bytes);

    const ImageSeries series = openSeries({folder / "a.avi"});

    EXPECT_GT(series.frames.size(), 10u);
    EXPECT_THAT(test::textsOf(series.notes), ElementsAre(HasSubstr("The film ends early")));
}

}  // namespace
}  // namespace coarsen
