// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/image/picture_bytes.hpp"
#include "tests/core/volume/volume_bytes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tiffio.h>

#include <array>
#include <cmath>

namespace coarsen {
namespace {

using test::MadeFile;
using test::refusal;
using testing::HasSubstr;

/// Pages of 4 x 3 pixels, of which page p holds p, p + 1, ..., p + 11; the first has the description.
test::Bytes stackOf(int pages, const std::string& description = {}, double pixelsPerUnit = 0) {
    return test::tiffOf(4, 3, pages, [&](TIFF* tiff, int page) {
        if (page == 0 && !description.empty()) TIFFSetField(tiff, TIFFTAG_IMAGEDESCRIPTION, description.c_str());
        if (pixelsPerUnit > 0) {
            TIFFSetField(tiff, TIFFTAG_XRESOLUTION, pixelsPerUnit);
            TIFFSetField(tiff, TIFFTAG_YRESOLUTION, pixelsPerUnit);
            TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT, RESUNIT_NONE);
        }
        for (std::uint32_t y = 0; y < 3; ++y) {
            std::array<std::uint8_t, 4> row;
            for (std::uint32_t x = 0; x < 4; ++x)
                row[x] = static_cast<std::uint8_t>(static_cast<std::uint32_t>(page) + 4 * y + x);
            TIFFWriteScanline(tiff, row.data(), y);
        }
    });
}

std::string ome(const std::string& pixels) {
    return "<?xml version=\"1.0\"?><OME><Image><Pixels DimensionOrder=\"XYCZT\" " + pixels + "/></Image></OME>";
}

std::string refusalOfTiff(const test::Bytes& bytes, const VolumeChoice& choice = {}) {
    return refusal(MadeFile("a.tif", bytes).path(), choice);
}

TEST(TiffVolume, EveryPageIsASliceWhereNothingIsSaid) {
    const MadeFile made("a.tif", stackOf(5));
    const VolumeHeader header = volumeHeader(made.path());
    EXPECT_EQ(header.size, (VolumeSize{4, 3, 5}));
    EXPECT_EQ(header.type, SampleType::u8);
    EXPECT_EQ(header.format, "TIFF");
    EXPECT_EQ(header.spacing, Spacing{});
    EXPECT_THAT(header.remark, HasSubstr("does not state the size of a voxel"));
    const Volume volume = readVolume(made.path());
    EXPECT_EQ(volume.at(0, 0, 0), 0);
    EXPECT_EQ(volume.at(3, 2, 4), 15);
    EXPECT_TRUE(volume.isAllValid());
}

TEST(TiffVolume, AHeaderTakesNoMemoryForTheVoxels) {
    const MadeFile made("a.tif", stackOf(50));
    const test::LittleMemory budget(400);
    EXPECT_EQ(volumeHeader(made.path()).size, (VolumeSize{4, 3, 50}));
    EXPECT_THAT(refusal(made.path()), HasSubstr("allow more memory (--memory)"));
}

TEST(TiffVolume, ImageJsPlainStackAndSpacing) {
    const std::string stack = "ImageJ=1.53t\nimages=5\nslices=5\nunit=micron\nspacing=2.5\n";
    const MadeFile made("a.tif", stackOf(5, stack, 4));
    EXPECT_EQ(volumeHeader(made.path()).size, (VolumeSize{4, 3, 5}));
    EXPECT_EQ(volumeHeader(made.path()).times, 1);
    EXPECT_EQ(readVolume(made.path()).spacing(), (Spacing{0.25, 0.25, 2.5, true}));
    EXPECT_THAT(refusalOfTiff(stackOf(4, stack)),
                HasSubstr("promises 5 slices, that is 5 pages, and 4 are there: slices are missing"));
    const VolumeHeader flat = volumeHeader(MadeFile("a.tif", stackOf(5, "ImageJ=1.53t\nimages=5\nunit=micron\n", 4)).path());
    EXPECT_EQ(flat.spacing, Spacing{}) << "what the slices' distance is, nobody knows";
    EXPECT_THAT(flat.remark, HasSubstr("not how far its slices are from each other"));
}

TEST(TiffVolume, ImageJsHyperstackHasChannelsSlicesAndFrames) {
    const std::string stack = "ImageJ=1.53t\nimages=12\nchannels=2\nslices=3\nframes=2\nhyperstack=true\nfinterval=30\n";
    const MadeFile made("a.tif", stackOf(12, stack));
    const VolumeHeader header = volumeHeader(made.path());
    EXPECT_EQ(header.size, (VolumeSize{4, 3, 3}));
    EXPECT_EQ(header.times, 2);
    EXPECT_EQ(header.channels, 2);
    EXPECT_EQ(header.intervalS, 30);
    VolumeChoice choice;
    choice.time = 1;
    choice.channel = 1;
    EXPECT_EQ(readVolume(made.path(), choice).at(0, 0, 2), 1 + 2 * (2 + 3 * 1));
    EXPECT_THAT(refusalOfTiff(stackOf(3, "ImageJ=1.53t\nimages=3\nframes=3\n")),
                HasSubstr("3 times of one slice: a film, not a volume"));
}

TEST(TiffVolume, OmeSaysSlicesTimesAndSizes) {
    const std::string sizes =
        "SizeX=\"4\" SizeY=\"3\" SizeZ=\"3\" SizeC=\"2\" SizeT=\"1\" PhysicalSizeX=\"100\" PhysicalSizeXUnit=\"nm\" "
        "PhysicalSizeY=\"100\" PhysicalSizeYUnit=\"nm\" PhysicalSizeZ=\"0.3\"";
    const MadeFile made("a.ome.tif", stackOf(6, ome(sizes)));
    EXPECT_EQ(volumeHeader(made.path()).spacing, (Spacing{0.1, 0.1, 0.3, true}));
    VolumeChoice choice;
    choice.channel = 1;
    EXPECT_EQ(readVolume(made.path(), choice).at(0, 0, 2), 5);
    EXPECT_THAT(refusalOfTiff(stackOf(5, ome(sizes))),
                HasSubstr("3 slices of 2 channels, that is 6 pages, and 5 are there: slices are missing"));
    EXPECT_THAT(refusalOfTiff(stackOf(7, ome(sizes))), HasSubstr("that is 6 pages, and 7 are there"));
}

TEST(TiffVolume, PagesOfOtherSizesAreNamed) {
    const auto bytes = test::tiffOf(4, 3, 3, [](TIFF* tiff, int page) {
        if (page == 1) TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, 5);
        const std::array<std::uint8_t, 5> row{};
        for (std::uint32_t y = 0; y < 3; ++y)
            TIFFWriteScanline(tiff, const_cast<std::uint8_t*>(row.data()), y);
    });
    EXPECT_THAT(refusalOfTiff(bytes),
                HasSubstr("its pages differ in size: page 1 (the first is 0) has 5 x 3 pixels, the first 4 x 3"));
}

TEST(TiffVolume, FloatsThatAreNoNumbersAreMasked) {
    const auto bytes = test::tiffOf(2, 2, 2, [](TIFF* tiff, int page) {
        TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 32);
        TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_IEEEFP);
        for (std::uint32_t y = 0; y < 2; ++y) {
            std::array<float, 2> row{page == 1 && y == 1 ? std::nanf("") : 0.5F, -1.5F};
            TIFFWriteScanline(tiff, row.data(), y);
        }
    });
    const Volume volume = readVolume(MadeFile("a.tif", bytes).path());
    EXPECT_FALSE(volume.isValid(0, 1, 1));
    EXPECT_TRUE(volume.isValid(0, 0, 1));
    EXPECT_EQ(volume.at(1, 1, 1), -1.5F);
}

TEST(TiffVolume, ColoursAreChannels) {
    const auto bytes = test::tiffOf(2, 2, 2, [](TIFF* tiff, int page) {
        TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 3);
        TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_RGB);
        for (std::uint32_t y = 0; y < 2; ++y) {
            std::array<std::uint8_t, 6> row{10, 20, 30, 10, 20, static_cast<std::uint8_t>(30 + page)};
            TIFFWriteScanline(tiff, row.data(), y);
        }
    });
    const MadeFile made("a.tif", bytes);
    EXPECT_EQ(volumeHeader(made.path()).channels, 3);
    VolumeChoice choice;
    choice.channel = 2;
    EXPECT_EQ(readVolume(made.path(), choice).at(1, 1, 1), 31);
    choice.channel = 3;
    EXPECT_THAT(refusal(made.path(), choice), HasSubstr("it has no channel 3"));
}

TEST(TiffVolume, BrokenOnesAreRefused) {
    EXPECT_THAT(refusalOfTiff(stackOf(1)), HasSubstr("it has one slice (4 x 3 x 1 voxels): that is a picture, not a volume"));
    const auto bytes = stackOf(5);
    for (std::size_t count = 1; count < bytes.size(); ++count)
        EXPECT_NE(refusalOfTiff({bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count)}), "") << count;
    const test::LittleMemory little(64);
    EXPECT_NE(refusalOfTiff(bytes), "");
}

}  // namespace
}  // namespace coarsen
