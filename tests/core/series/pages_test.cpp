// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/sha256.hpp"
#include "core/base/shared_file.hpp"
#include "core/image/decode.hpp"
#include "core/series/frame_picture.hpp"
#include "core/series/image_series.hpp"
#include "core/series/stack_slices.hpp"
#include "tests/core/series/small_series.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/texts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tiffio.h>

#include <string>

namespace coarsen {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A TIFF whose page i is one pixel of value i, with the tags DateTime and ImageDescription.
void writePages(const std::filesystem::path& file, int pages, const std::string& time = {}, const std::string& description = {},
                const std::vector<std::string>& times = {}) {
    TIFF* tiff = TIFFOpen(file.c_str(), "w");
    for (int page = 0; page < pages; ++page) {
        TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, 1);
        TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, 1);
        TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
        TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
        TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
        if (!time.empty()) TIFFSetField(tiff, TIFFTAG_DATETIME, time.c_str());
        if (!times.empty()) TIFFSetField(tiff, TIFFTAG_DATETIME, times[static_cast<std::size_t>(page)].c_str());
        if (!description.empty()) TIFFSetField(tiff, TIFFTAG_IMAGEDESCRIPTION, description.c_str());
        auto value = static_cast<unsigned char>(page);
        TIFFWriteEncodedStrip(tiff, 0, &value, 1);
        TIFFWriteDirectory(tiff);
    }
    TIFFClose(tiff);
}

/// A thumbnail, then so many pictures, of value 1, 2, ….
void writeBehindThumbnail(const std::filesystem::path& file, int pictures) {
    TIFF* tiff = TIFFOpen(file.c_str(), "w");
    for (int page = 0; page <= pictures; ++page) {
        TIFFSetField(tiff, TIFFTAG_SUBFILETYPE, page == 0 ? FILETYPE_REDUCEDIMAGE : 0);
        TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, 1);
        TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, 1);
        TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
        TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
        auto value = static_cast<unsigned char>(page);
        TIFFWriteEncodedStrip(tiff, 0, &value, 1);
        TIFFWriteDirectory(tiff);
    }
    TIFFClose(tiff);
}

TEST(OpenSeries, MeasuresNoThumbnailOfOnePictureOrOfEachFile) {
    const TemporaryFolder folder;
    for (const char* const name : {"a_1.tif", "a_2.tif"})
        writeBehindThumbnail(folder / name, 1);
    std::filesystem::create_directory(folder / "several");
    for (const char* const name : {"several/a_1.tif", "several/a_2.tif"})
        writeBehindThumbnail(folder / name, 2);

    for (const auto& inputs : std::vector<std::vector<std::filesystem::path>>{
             {folder / "a_1.tif"}, {folder / "a_1.tif", folder / "a_2.tif"}, {folder / "several"}})
        for (const FrameSource& frame : openSeries(inputs).frames)
            EXPECT_EQ(frame.page, 1) << frame.name;
}

TEST(OpenSeries, TakesThePositionThatIsAskedForOfAFileOrOfNames) {
    const TemporaryFolder folder;
    const std::string image = "<Image><Pixels SizeT=\"1\" SizeZ=\"1\" SizeC=\"1\"><TiffData IFD=\"";
    writePages(folder / "two.tif", 2, {}, "<OME>" + image + "0\"/></Pixels></Image>" + image + "1\"/></Pixels></Image></OME>");
    EXPECT_EQ(openSeries({folder / "two.tif"}).frames.front().page, 0);
    EXPECT_EQ(openSeries({folder / "two.tif"}, {.position = 2}).frames.front().page, 1);
    EXPECT_THROW(openSeries({folder / "two.tif"}, {.position = 3}), SettingError);

    std::filesystem::create_directory(folder / "named");
    for (const char* const name : {"gel_pos1_t0.tif", "gel_pos1_t1.tif", "gel_pos2_t0.tif", "gel_pos2_t1.tif"})
        writePages(folder / "named" / name, 1);
    const ImageSeries second = openSeries({folder / "named"}, {.position = 2});
    ASSERT_EQ(second.frames.size(), 2u);
    EXPECT_EQ(second.frames.front().name, "gel_pos2_t0.tif");
    EXPECT_THROW(openSeries({folder / "named"}, {.position = 3}), SettingError);
}

TEST(OpenSeries, JoinsThePagesThatAreThereWithTheirChannels) {
    const TemporaryFolder folder;
    for (const char* const name : {"a.tif", "b.tif"})
        writePages(folder / name, 5, {}, "ImageJ=1.53t\nimages=6\nchannels=2\nframes=3\nhyperstack=true\n");

    const ImageSeries series = openSeries({folder.path()}, {.joins = true});

    ASSERT_EQ(series.frames.size(), 4u) << "of each file two times are whole";
    EXPECT_EQ(series.frames[3].page, 2);
    EXPECT_THAT(series.frames[3].channelPages, ElementsAre(2, 3));
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
    EXPECT_THAT(test::textsOf(series.notes), ElementsAre(HasSubstr("only the first page")));
}

TEST(OpenSeries, OfAStackWithChannelsTakesTheFirstAtEachTime) {
    const TemporaryFolder folder;
    writePages(folder / "stack.tif", 12, {},
               "ImageJ=1.53t\nimages=12\nchannels=2\nslices=2\nframes=3\nhyperstack=true\nfinterval=30\n");

    ImageSeries series = openSeries({folder / "stack.tif"});
    assignTimes(series, {});

    ASSERT_EQ(series.frames.size(), 3u);
    EXPECT_EQ(series.frames[2].page, 8);
    EXPECT_EQ(series.frames[2].timeS, 60);
    EXPECT_EQ(series.frames[2].timeSource, TimeSource::tiff);
    EXPECT_THAT(test::textsOf(series.notes),
                ElementsAre(HasSubstr("2 channels and 2 slices at each of 3 times: the channels are folded"),
                            HasSubstr("the first slice of each is used")));
}

TEST(OpenSeries, OfAStackWithoutTimesSaysSo) {
    const TemporaryFolder folder;
    writePages(folder / "stack.tif", 6, {}, "ImageJ=1.53t\nimages=6\nchannels=2\nslices=3\nhyperstack=true\n");

    ImageSeries series = openSeries({folder / "stack.tif"});
    assignTimes(series, {});

    ASSERT_EQ(series.frames.size(), 3u) << "channels are never frames";
    EXPECT_THAT(series.frames[1].channelPages, ElementsAre(2, 3));
    EXPECT_EQ(series.frames[1].timeSource, TimeSource::index);
    EXPECT_THAT(test::textsOf(series.notes), ElementsAre(HasSubstr("folded into a frame"), HasSubstr("which is no time series")));
}

TEST(OpenSeries, TakesASliceOfAStackWithAllItsChannels) {
    const TemporaryFolder folder;
    writePages(folder / "stack.tif", 12, {}, "ImageJ=1.53t\nimages=12\nchannels=2\nslices=3\nframes=2\nhyperstack=true\n");

    const ImageSeries series = openSeries({folder / "stack.tif"}, {.slice = 3});

    ASSERT_EQ(series.frames.size(), 2u);
    EXPECT_EQ(series.frames[1].page, 10);
    EXPECT_THAT(series.frames[1].channelPages, ElementsAre(10, 11));
    EXPECT_THAT(test::textsOf(series.notes), ElementsAre(HasSubstr("folded into a frame"), HasSubstr("slice 3 is used")));
}

TEST(OpenSeries, OfAStackWithTimesKnowsThePagesOfItsChannels) {
    const TemporaryFolder folder;
    writePages(folder / "stack.tif", 6, {}, "ImageJ=1.53t\nimages=6\nchannels=2\nframes=3\nhyperstack=true\n");

    EXPECT_THAT(openSeries({folder / "stack.tif"}).frames[2].channelPages, ElementsAre(4, 5));
}

TEST(OpenSeries, RefusesASliceThatIsNotThere) {
    const TemporaryFolder folder;
    writePages(folder / "stack.tif", 6, {}, "ImageJ=1.53t\nimages=6\nchannels=2\nslices=3\nhyperstack=true\n");
    writePages(folder / "plain.tif", 6);

    EXPECT_THROW(openSeries({folder / "stack.tif"}, {.slice = 4}), SettingError);
    EXPECT_THROW(openSeries({folder / "stack.tif"}, {.slice = 0}), SettingError);
    EXPECT_THROW(openSeries({folder / "plain.tif"}, {.slice = 1}), SettingError);
    EXPECT_EQ(openSeries({folder / "stack.tif"}, {.slice = 1}).frames.size(), 1u);
}

TEST(StackSlices, AreChosenAndTakenBackWithoutTheFile) {
    const TemporaryFolder folder;
    writePages(folder / "stack.tif", 15, {}, "ImageJ=1.53t\nimages=15\nchannels=3\nslices=5\nhyperstack=true\n");
    const ImageSeries pages = openSeries({folder / "stack.tif"});
    EXPECT_EQ(slicesToChoose(pages), 5);
    EXPECT_EQ(sliceOf(pages), std::nullopt);

    const ImageSeries third = ofSlice(pages, 3);

    EXPECT_EQ(third, openSeries({folder / "stack.tif"}, {.slice = 3}));
    EXPECT_EQ(third.notes, openSeries({folder / "stack.tif"}, {.slice = 3}).notes);
    EXPECT_THAT(third.frames.at(0).channelPages, ElementsAre(6, 7, 8));
    EXPECT_EQ(sliceOf(third), 3);
    EXPECT_EQ(ofSlice(third, 5).frames.at(0).page, 12);
    EXPECT_EQ(ofSlice(third, {}), pages);
    EXPECT_EQ(ofSlice(third, {}).notes, pages.notes);
    EXPECT_THROW(ofSlice(third, 6), SettingError);
}

TEST(StackSlices, OfTimesTheFirstIsTakenUntilAnotherIsChosen) {
    const TemporaryFolder folder;
    writePages(folder / "stack.tif", 12, {}, "ImageJ=1.53t\nimages=12\nchannels=2\nslices=3\nframes=2\nhyperstack=true\n");
    const ImageSeries first = openSeries({folder / "stack.tif"});
    EXPECT_EQ(sliceOf(first), 1);

    const ImageSeries second = ofSlice(first, 2);

    EXPECT_EQ(sliceOf(second), 2);
    EXPECT_THAT(second.frames.at(1).channelPages, ElementsAre(8, 9));
    EXPECT_THAT(test::textsOf(second.notes), ElementsAre(HasSubstr("folded into a frame"), HasSubstr("slice 2 is used")));
    EXPECT_EQ(ofSlice(second, 1), first);
}

TEST(StackSlices, AreNoneOfPlainPagesOrOfTimesAlone) {
    const TemporaryFolder folder;
    writePages(folder / "plain.tif", 6);
    writePages(folder / "times.tif", 6, {}, "ImageJ=1.53t\nimages=6\nchannels=2\nframes=3\nhyperstack=true\n");
    EXPECT_EQ(slicesToChoose(openSeries({folder / "plain.tif"})), 0);
    EXPECT_EQ(slicesToChoose(openSeries({folder / "times.tif"})), 0) << "one slice only";
    EXPECT_EQ(slicesToChoose(openSeries({folder / "plain.tif", folder / "times.tif"})), 0);
}

TEST(FramePicture, HoldsTheFurtherChannelsWhereTheyAreAskedFor) {
    const TemporaryFolder folder;
    writePages(folder / "stack.tif", 6, {}, "ImageJ=1.53t\nimages=6\nchannels=2\nslices=3\nhyperstack=true\n");
    const FrameSource source = openSeries({folder / "stack.tif"}, {.slice = 2}).frames.front();
    std::shared_ptr<const SharedFile> read;

    const RawImage alone = framePicture(source, false, read), both = framePicture(source, true, read);

    EXPECT_TRUE(alone.furtherChannels.empty());
    ASSERT_EQ(both.furtherChannels.size(), 1u);
    EXPECT_EQ(both.image.at(0, 0), decode(source.file, 2).image.at(0, 0));
    EXPECT_EQ(both.furtherChannels[0].at(0, 0), decode(source.file, 3).image.at(0, 0));
    EXPECT_NE(both.image.at(0, 0), both.furtherChannels[0].at(0, 0));
}

TEST(AssignTimes, ReadsTheIntervalThatImageJWritesIntoEachFile) {
    const TemporaryFolder folder;
    for (const char* name : {"a.tif", "b.tif", "c.tif"})
        writePages(folder / name, 1, {}, "ImageJ=1.53t\nunit=micron\nfinterval=1.5\n");

    ImageSeries series = openSeries({folder.path()});
    assignTimes(series, {});

    EXPECT_EQ(series.frames[2].timeS, 3);
    EXPECT_EQ(series.frames[2].timeSource, TimeSource::tiff);
}

TEST(SharedFile, IsReadOnceAndAgainWhenItHasChanged) {
    const TemporaryFolder folder;
    const auto file = folder / "stack.tif";
    writePages(file, 3);

    const auto first = sharedFile(file), second = sharedFile(file);
    writePages(file, 4);
    const auto third = sharedFile(file);

    EXPECT_EQ(first, second);
    EXPECT_NE(first, third);
    EXPECT_EQ(first->sha256(), sha256(first->bytes()));
    EXPECT_EQ(decode(third->bytes(), file, 3).image.at(0, 0), 3);
}

TEST(SharedFile, ThatStaysInPlaceHasTheSameSumAndTakesNoMemory) {
    const TemporaryFolder folder;
    for (const std::size_t size : {0u, 63u, 64u, 1u << 20, (1u << 20) + 5u, 3u << 20}) {
        const std::vector<std::byte> bytes(size, std::byte{7});
        writeWhole(folder / "film", bytes);

        const auto shared = sharedFile(folder / "film", true);

        EXPECT_TRUE(shared->bytes().empty());
        EXPECT_EQ(shared->size(), size);
        EXPECT_EQ(shared->sha256(), sha256(bytes)) << size;
    }
    EXPECT_THROW(sharedFile(folder / "missing", true)->sha256(), InputError);
}

TEST(PictureFile, IsOfOneFrameAloneOrSharedByMany) {
    const TemporaryFolder folder;
    const auto file = folder / "stack.tif";
    writePages(file, 3);

    const auto one = pictureFile(file, false), other = pictureFile(file, false);
    const auto shared = pictureFile(file, true), again = pictureFile(file, true);

    EXPECT_NE(one, other);
    EXPECT_EQ(shared, again);
    EXPECT_EQ(shared, sharedFile(file));
    EXPECT_EQ(one->sha256(), sha256OfFile(file));
    EXPECT_EQ(one->size(), std::filesystem::file_size(file));
    EXPECT_EQ(imageHeader(*one, file).pages, 3);
    EXPECT_EQ(decode(*one, file, 2).image.at(0, 0), 2);
    EXPECT_THROW(pictureFile(folder / "missing", false), InputError);
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

ImageSeries stackWithTimes(const std::filesystem::path& file, const std::vector<std::string>& times,
                           const std::string& description = {}) {
    writePages(file, static_cast<int>(times.size()), {}, description, times);
    ImageSeries series = openSeries({file});
    assignTimes(series, {});
    return series;
}

TEST(AssignTimes, ReadsTheClockOfEachPageOfAStackWithItsFraction) {
    const TemporaryFolder folder;
    const ImageSeries series = stackWithTimes(folder / "stack.tif", {"2009:03:16 14:00:00.5", "2009:03:16 14:00:02.75",
                                                                     "2009:03:16 14:00:02.75", "2009:03:16 14:00:01"});

    EXPECT_THAT(timesOf(series), ElementsAre(0, 2.25, 2.25, 0.5));
    EXPECT_EQ(nameOf(series.frames[1].timeSource), "tiff");
    EXPECT_THAT(test::textsOf(series.notes),
                ElementsAre(HasSubstr("from TIFF DateTime, which may be that of saving"),
                            HasSubstr("Times are not in order at 1 frame, first at stack.tif, page 3"),
                            HasSubstr("Times repeat at 1 frame, first at stack.tif, page 2")));
}

TEST(AssignTimes, TrustsNoClockOfPagesThatStandsStillOrIsIncompleteOrTooSlow) {
    const TemporaryFolder folder;
    const std::string one = "2009:03:16 14:00:00", next = "2009:03:16 14:00:01";
    const ImageSeries still = stackWithTimes(folder / "still.tif", {one, one, one});
    EXPECT_EQ(still.frames[2].timeSource, TimeSource::index);
    EXPECT_THAT(test::textsOf(still.notes), ElementsAre(HasSubstr("they are the same for all frames")));
    const ImageSeries partly = stackWithTimes(folder / "partly.tif", {one, next, "never"});
    EXPECT_EQ(partly.frames[2].timeSource, TimeSource::index);
    EXPECT_THAT(test::textsOf(partly.notes), ElementsAre(HasSubstr("only 2 of 3 frames have one")));
    const ImageSeries written = stackWithTimes(folder / "written.tif", {one, "", ""});  // when the file was written
    EXPECT_THAT(test::textsOf(written.notes), testing::IsEmpty());
    const ImageSeries slow =
        stackWithTimes(folder / "slow.tif", {one, one, next, next}, "ImageJ=1.53\nimages=4\nframes=4\nfinterval=0.5\n");
    EXPECT_THAT(timesOf(slow), ElementsAre(0, 0.5, 1, 1.5));
    EXPECT_THAT(test::textsOf(slow.notes), ElementsAre(HasSubstr("The dates of the TIFFs are those of saving")));
}

TEST(AssignTimes, ReadsDeltaTOfEachPlaneInItsUnit) {
    const TemporaryFolder folder;
    const std::string ome =
        R"(<?xml version="1.0"?><OME><Image><Pixels DimensionOrder="XYCZT" SizeC="2" SizeT="3" SizeZ="1" TimeIncrement="9">)"
        R"(<Plane DeltaT="0" DeltaTUnit="ms" TheC="0" TheT="0" TheZ="0"/><Plane DeltaT="100" DeltaTUnit="ms" TheC="1" TheT="0" TheZ="0"/>)"
        R"(<Plane TheC="0" TheT="1" TheZ="0" DeltaT="1500" DeltaTUnit="ms"/><Plane DeltaT="1600" DeltaTUnit="ms" TheC="1" TheT="1" TheZ="0"/>)"
        R"(<Plane DeltaT="0.5" DeltaTUnit="min" TheC="0" TheT="2" TheZ="0"/></Pixels></Image></OME>)";
    writePages(folder / "stack.ome.tif", 6, {}, ome);
    ImageSeries series = openSeries({folder / "stack.ome.tif"});
    assignTimes(series, {});

    ASSERT_EQ(series.frames.size(), 3u);
    EXPECT_EQ(series.frames[2].page, 4);
    EXPECT_THAT(timesOf(series), ElementsAre(0, 1.5, 30));
    EXPECT_EQ(series.frames[2].timeSource, TimeSource::tiff);
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
