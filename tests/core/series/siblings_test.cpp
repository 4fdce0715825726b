// SPDX-License-Identifier: GPL-3.0-or-later
// Folders in which single files say something else than the others, or names more than one thing: found by an independent check.
#include "core/image/decode.hpp"
#include "core/image/write_png.hpp"
#include "core/series/frame_sizes.hpp"
#include "core/series/frame_times.hpp"
#include "core/series/image_series.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tiffio.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace coarsen {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// Pages of 2 x 2 pixels with a description on the first.
void writeDescribed(const std::filesystem::path& file, const std::string& description, int pages = 1, int samples = 1,
                    float perUnit = 2) {
    TIFF* tiff = TIFFOpen(file.c_str(), "w");
    for (int page = 0; page < pages; ++page) {
        TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, 2);
        TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, 2);
        TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
        TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, samples);
        TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
        TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, samples == 1 ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB);
        TIFFSetField(tiff, TIFFTAG_XRESOLUTION, perUnit);
        TIFFSetField(tiff, TIFFTAG_YRESOLUTION, perUnit);
        TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT, RESUNIT_NONE);
        if (page == 0) TIFFSetField(tiff, TIFFTAG_IMAGEDESCRIPTION, description.c_str());
        std::vector<unsigned char> pixels(static_cast<std::size_t>(4 * samples), static_cast<unsigned char>(page));
        TIFFWriteEncodedStrip(tiff, 0, pixels.data(), static_cast<tmsize_t>(pixels.size()));
        TIFFWriteDirectory(tiff);
    }
    TIFFClose(tiff);
}

class Siblings : public testing::Test {
protected:
    ImageSeries opened(const SeriesOpening& opening = {}) {
        ImageSeries series = openSeries({folder_.path()}, opening);
        assignTimes(series, {});
        return series;
    }
    static std::vector<std::string> codes(const ImageSeries& series) {
        std::vector<std::string> codes;
        for (const Said& said : series.notes)
            codes.push_back(said.code);
        return codes;
    }
    static std::string textOf(const ImageSeries& series, const std::string& code) {
        const auto said = std::ranges::find(series.notes, code, &Said::code);
        return said == series.notes.end() ? std::string() : said->text;
    }
    static std::vector<double> timesOf(const ImageSeries& series) {
        std::vector<double> times;
        for (const FrameSource& frame : series.frames)
            times.push_back(frame.timeS);
        return times;
    }
    void name(const std::vector<std::string>& stems) {
        for (const std::string& stem : stems)
            writeGreyPng(folder_ / (stem + ".png"), Image(2, 2, std::vector<std::uint8_t>(4, 1)));
    }

    TemporaryFolder folder_;
};

TEST_F(Siblings, OfAnotherSizeAreSeenWhereverTheyStand) {
    for (int i = 0; i < 12; ++i)
        writeDescribed(folder_ / ("f" + std::to_string(i) + ".tif"), "ImageJ=1.53t\nunit=um\n", 1, 1, i == 9 ? 4 : 2);
    ImageSeries series = opened();
    const auto otherOf = [&](std::size_t frame, const Calibration& counting) {
        return otherSizeIn(imageHeader(series.frames[frame].file), series.frames[frame], series, counting);
    };
    ASSERT_TRUE(otherOf(9, series.calibration)) << "found when it is measured: opening reads three headers";
    EXPECT_EQ(otherOf(9, series.calibration)->pixelWidthUm, 0.25);
    EXPECT_FALSE(otherOf(8, series.calibration));
    EXPECT_FALSE(otherOf(9, {2, 2, "typed"}));
    EXPECT_FALSE(otherOf(9, {})) << "where none counts";
    series.comparesSizes = false;
    EXPECT_FALSE(otherOf(9, series.calibration)) << "sessions of before keep what they had";
}

TEST_F(Siblings, ThatLackASizeOrHaveAnUnknownUnitAreNamed) {
    for (int i = 0; i < 5; ++i)
        writeDescribed(folder_ / ("f" + std::to_string(i) + ".tif"),
                       std::string("ImageJ=1.53t\nunit=") + (i == 2 ? "furlong" : "um") + "\n");
    const ImageSeries series = opened();
    EXPECT_THAT(textOf(series, "size.some-lack"), HasSubstr("1 of 5 files state none (f2.tif)"));
    EXPECT_THAT(textOf(series, "fact.unread"), HasSubstr("Not understood in f2.tif, and not used: ImageJ's unit 'furlong'."));
}

TEST_F(Siblings, OfOtherIntervalsGiveNoTimes) {
    for (const auto& [stem, interval] : {std::pair{"a", "5"}, {"b", "5"}, {"c", "8"}})
        writeDescribed(folder_ / (std::string(stem) + ".tif"),
                       std::string("ImageJ=1.53t\nunit=um\nfinterval=") + interval + "\n");
    EXPECT_THAT(textOf(opened(), "time.unused"), HasSubstr("they differ. (5 s, 8 s)"));
    EXPECT_EQ(opened().frames.front().timeSource, TimeSource::index);
    writeDescribed(folder_ / "a.tif", "ImageJ=1.53t\nunit=um\n");
    EXPECT_THAT(codes(opened()), Contains("time.unused")) << "where the first has none";
    for (const char* const stem : {"a", "b", "c"})
        writeDescribed(folder_ / (std::string(stem) + ".tif"), "ImageJ=1.53t\nunit=um\nfinterval=8\n");
    EXPECT_THAT(timesOf(opened()), ElementsAre(0, 8, 16));
}

std::string ofPosition(const std::string& file) {
    return "<Image Name=\"" + file +
           "\"><Pixels DimensionOrder=\"XYCZT\" SizeT=\"3\" SizeZ=\"1\" SizeC=\"1\" TimeIncrement=\"5\"><TiffData IFD=\"0\" "
           "PlaneCount=\"3\"><UUID FileName=\"" +
           file + "\">urn:uuid:" + file + "</UUID></TiffData></Pixels></Image>";
}

TEST_F(Siblings, ThatAreEachAPositionOfASetAreNoFrames) {
    const std::string set = "<OME>" + ofPosition("mm_Pos0.ome.tif") + ofPosition("mm_Pos1.ome.tif") + "</OME>";
    for (const char* const file : {"mm_Pos0.ome.tif", "mm_Pos1.ome.tif"})
        writeDescribed(folder_ / file, set, 3);
    const ImageSeries first = opened();
    EXPECT_THAT(timesOf(first), ElementsAre(0, 5, 10));
    EXPECT_EQ(first.frames[2].file.filename(), "mm_Pos0.ome.tif");
    EXPECT_THAT(codes(first), testing::IsSupersetOf({"files.set", "pages.scene"}));
    EXPECT_THAT(textOf(first, "files.set"), Not(HasSubstr("Skipped")));
    EXPECT_EQ(opened({.position = 2}).frames[2].file.filename(), "mm_Pos1.ome.tif");
}

TEST_F(Siblings, AColourPictureOfOmeIsOnePageWithoutItsChannels) {
    const std::string pixels = "<OME><Image><Pixels DimensionOrder=\"XYCZT\" SizeT=\"3\" SizeZ=\"1\" SizeC=\"3\"><TiffData/>";
    writeDescribed(folder_ / "rgb.ome.tif", pixels + "</Pixels></Image></OME>", 3, 3);
    const ImageSeries series = opened();
    EXPECT_EQ(series.frames.size(), 3u);
    EXPECT_THAT(codes(series), Not(Contains("pages.missing")));
}

TEST_F(Siblings, ATimeOfSomePlanesIsSaidWhereTheIntervalCounts) {
    std::string planes;
    for (const int t : {0, 1, 2})
        planes += "<Plane TheT=\"" + std::to_string(t) + "\" TheZ=\"0\" TheC=\"0\" DeltaT=\"" + std::to_string(5 * t) + "\"/>";
    writeDescribed(
        folder_ / "a.ome.tif",
        "<OME><Image><Pixels DimensionOrder=\"XYCZT\" SizeT=\"5\" SizeZ=\"1\" SizeC=\"1\" TimeIncrement=\"6\"><TiffData/>" +
            planes + "</Pixels></Image></OME>",
        5);
    const ImageSeries series = opened();
    EXPECT_THAT(timesOf(series), ElementsAre(0, 6, 12, 18, 24));
    EXPECT_THAT(textOf(series, "time.unused"), HasSubstr("only 3 of 5 frames have one"));
}

TEST_F(Siblings, AShapeThatDoesNotFitThePagesIsSaid) {
    writeDescribed(folder_ / "a.tif", "{\"shape\": [6, 2, 2], \"axes\": \"TYX\"}", 4);
    EXPECT_THAT(codes(opened()), Contains("pages.missing"));
    EXPECT_EQ(opened().frames.size(), 4u);
    writeDescribed(folder_ / "a.tif", "{\"shape\": [3, 2, 2, 2], \"axes\": \"TCYX\"}", 8);
    EXPECT_THAT(textOf(opened(), "fact.unread"), HasSubstr("tifffile's shape [3,2,2,2]"));
}

TEST_F(Siblings, AStackThatIsTakenAsAVolumeIsSaid) {
    writeDescribed(folder_ / "a.tif", "ImageJ=1.53t\nimages=18\nslices=9\nframes=2\nhyperstack=true\n", 18);
    EXPECT_THAT(textOf(opened(), "pages.volume"), HasSubstr("9 slices are taken as a volume, at each of 2 times."));
    EXPECT_THAT(codes(opened({.areVolumes = true})), Not(Contains("pages.volume"))) << "as it was asked for";
}

TEST_F(Siblings, TheTagOfTheLargestValueTellsTheBitsInUse) {
    const auto write = [&](std::uint16_t largest) {
        TIFF* tiff = TIFFOpen((folder_ / "a.tif").c_str(), "w");
        TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, 2);
        TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, 1);
        TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 16);
        TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
        TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
        TIFFSetField(tiff, TIFFTAG_MAXSAMPLEVALUE, largest);
        std::uint16_t pixels[] = {7, 9};
        TIFFWriteEncodedStrip(tiff, 0, pixels, sizeof pixels);
        TIFFClose(tiff);
    };
    write(4095);
    EXPECT_THAT(textOf(opened(), "depth.in-use"), HasSubstr("12 of the 16 bits of a sample are in use, as the file says"));
    EXPECT_EQ(opened().first.facts.bitsInUse, 12);
    write(3971);  // a picture's own largest value
    EXPECT_THAT(codes(opened()), Not(Contains("depth.in-use")));
}

TEST_F(Siblings, TimepointsOnlyCount) {
    name({"gel_tp00", "gel_tp01", "gel_tp02"});
    EXPECT_THAT(codes(opened()), Contains("time.numbers"));
}

TEST_F(Siblings, SlicesAloneAreFramesWhichIsSaid) {
    name({"a_z1", "a_z2", "a_z3"});
    EXPECT_THAT(codes(opened()), Contains("pages.slices-as-frames"));
}

TEST_F(Siblings, TimesWithUnitsAtEachPositionAreTimesWithinOne) {
    name({"pos1_1min", "pos1_2min", "pos1_3min", "pos2_1min", "pos2_2min", "pos2_3min"});
    const ImageSeries series = opened();
    EXPECT_THAT(timesOf(series), ElementsAre(60, 120, 180));
    EXPECT_THAT(codes(series), Contains("pages.scene"));
    EXPECT_THAT(codes(series), Not(Contains("names.ambiguous")));
}

}  // namespace
}  // namespace coarsen
