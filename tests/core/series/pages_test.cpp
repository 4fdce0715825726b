// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.hpp"
#include "core/image/decode.hpp"
#include "core/series/image_series.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tiffio.h>

#include <string>

namespace coarsen {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A TIFF whose page i is one pixel of value i; `time` becomes its DateTime tag.
void writePages(const std::filesystem::path& file, int pages, const std::string& time = {}) {
    TIFF* tiff = TIFFOpen(file.c_str(), "w");
    for (int page = 0; page < pages; ++page) {
        TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, 1);
        TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, 1);
        TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
        TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
        TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
        if (!time.empty()) TIFFSetField(tiff, TIFFTAG_DATETIME, time.c_str());
        auto value = static_cast<unsigned char>(page);
        TIFFWriteEncodedStrip(tiff, 0, &value, 1);
        TIFFWriteDirectory(tiff);
    }
    TIFFClose(tiff);
}

TEST(OpenSeries, MakesFramesOfThePagesOfASingleFile) {
    const TemporaryFolder folder;
    writePages(folder / "stack.tif", 12);

    ImageSeries series = openSeries({folder / "stack.tif"});
    assignTimes(series, {});

    ASSERT_EQ(series.frames.size(), 12u);
    EXPECT_EQ(series.frames[11].page, 11);
    EXPECT_EQ(series.frames[11].timeS, 11);
    EXPECT_EQ(decode(series.frames[11].file, series.frames[11].page).image.at(0, 0), 11);
}

TEST(OpenSeries, OfSeveralFilesWithPagesSaysThatTheFirstOfEachIsUsed) {
    const TemporaryFolder folder;
    writePages(folder / "a.tif", 3);
    writePages(folder / "b.tif", 3);

    const ImageSeries series = openSeries({folder.path()});

    EXPECT_EQ(series.frames.size(), 2u);
    EXPECT_THAT(series.notes, ElementsAre(HasSubstr("only the first page")));
}

TEST(AssignTimes, ReadsTheClockOfTheFilesWhenNamesTellNothing) {
    const TemporaryFolder folder;
    writePages(folder / "a.tif", 1, "2009:03:16 14:00:00");
    writePages(folder / "b.tif", 1, "2009:03:16 14:01:30");

    ImageSeries series = openSeries({folder.path()});
    assignTimes(series, {});

    EXPECT_EQ(series.frames[0].timeS, 0);
    EXPECT_EQ(series.frames[1].timeS, 90);
    EXPECT_EQ(nameOf(series.frames[1].timeSource), "tiff");
}

TEST(AssignTimes, TrustsNoClockThatStandsStillOrThatOneFileLacks) {
    for (const char* second : {"2009:03:16 14:00:00", ""}) {
        const TemporaryFolder folder;
        writePages(folder / "a.tif", 1, "2009:03:16 14:00:00");
        writePages(folder / "b.tif", 1, second);

        ImageSeries series = openSeries({folder.path()});
        assignTimes(series, {});

        EXPECT_EQ(series.frames[1].timeSource, TimeSource::index) << second;
        EXPECT_EQ(series.frames[1].timeS, 1) << second;
    }
}

}  // namespace
}  // namespace coarsen
