// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/volume_series.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/volume/write_nifti.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/texts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tiffio.h>

#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

namespace coarsen {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

void writeVolume(const fs::path& file, VolumeSize size = {9, 8, 10}, Spacing spacing = {0.5, 0.5, 1.5, true}) {
    writeNifti(file, Volume(size, spacing, std::vector<float>(size.voxels(), 1)));
}

/// Pages of 8 x 8 pixels of the page's number.
void writeStack(const fs::path& file, int pages, const std::string& description = {}) {
    TIFF* tiff = TIFFOpen(file.c_str(), "w");
    for (int page = 0; page < pages; ++page) {
        TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, 8);
        TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, 8);
        TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
        TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
        TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
        if (!description.empty()) TIFFSetField(tiff, TIFFTAG_IMAGEDESCRIPTION, description.c_str());
        std::vector<unsigned char> pixels(64, static_cast<unsigned char>(page));
        TIFFWriteEncodedStrip(tiff, 0, pixels.data(), 64);
        TIFFWriteDirectory(tiff);
    }
    TIFFClose(tiff);
}

constexpr const char* tenSlicesAtTwoTimes = "ImageJ=1.53t\nimages=20\nslices=10\nframes=2\nhyperstack=true\nfinterval=30\n";

TEST(OpenSeriesOfVolumes, MakesAFrameOfEachFile) {
    const TemporaryFolder folder;
    for (const char* name : {"v10_t0060s.nii", "v2_t0000s.nii.gz"})
        writeVolume(folder / name);

    ImageSeries series = openSeries({folder.path()});
    assignTimes(series, {});

    ASSERT_TRUE(series.volumes);
    ASSERT_EQ(series.frames.size(), 2u);
    EXPECT_EQ(series.frames[0].name, "v2_t0000s.nii.gz");
    EXPECT_EQ(series.frames[1].timeS, 60);
    EXPECT_EQ(series.frames[1].timeSource, TimeSource::filename);
    EXPECT_EQ(series.volumes->first.size, (VolumeSize{9, 8, 10}));
    EXPECT_EQ(series.calibration.pixelDepthUm, 1.5);
    EXPECT_EQ(spacingOf(series, {}).z, 1.5);
    EXPECT_FALSE(spacingOf(series, {}).isInUm);
    EXPECT_EQ(sizeText(series), "9 × 8 × 10");
}

TEST(OpenSeriesOfVolumes, TakesAStackThatSaysItsSlicesAtEachTime) {
    const TemporaryFolder folder;
    writeStack(folder / "stack.tif", 20, tenSlicesAtTwoTimes);

    ImageSeries series = openSeries({folder / "stack.tif"});
    assignTimes(series, {});

    ASSERT_TRUE(series.volumes);
    ASSERT_EQ(series.frames.size(), 2u);
    EXPECT_EQ(series.frames[1].page, 1);
    EXPECT_EQ(series.frames[1].timeS, 30);
    EXPECT_EQ(readVolume(series.frames[1].file, volumeOf(series, series.frames[1])).at(3, 3, 4), 14);
    EXPECT_EQ(openSeries({folder / "stack.tif"}, {.time = 2}).frames.size(), 1u);
    EXPECT_FALSE(openSeries({folder / "stack.tif"}, {.slice = 3}).volumes);
    EXPECT_FALSE(openSeries({folder / "stack.tif"}, {.keepsSlices = true}).volumes);
    EXPECT_THROW(openSeries({folder / "stack.tif"}, {.time = 3}), SettingError);
}

TEST(OpenSeriesOfVolumes, LeavesAPlainStackAFilmUnlessToldOtherwise) {
    const TemporaryFolder folder;
    writeStack(folder / "stack.tif", 12);

    EXPECT_EQ(openSeries({folder / "stack.tif"}).frames.size(), 12u);
    const ImageSeries series = openSeries({folder / "stack.tif"}, {.areVolumes = true});
    ASSERT_TRUE(series.volumes);
    EXPECT_EQ(series.frames.size(), 1u);
    EXPECT_EQ(series.volumes->first.size.depth, 12);
}

TEST(OpenSeriesOfVolumes, RefusesOneSlice) {
    const TemporaryFolder folder;
    writeStack(folder / "page.tif", 1);
    try {
        openSeries({folder / "page.tif"}, {.areVolumes = true});
        FAIL() << "one slice is no volume";
    } catch (const InputError& error) {
        EXPECT_THAT(error.what(), HasSubstr("page.tif"));
        EXPECT_THAT(error.what(), HasSubstr("slice"));
    }
}

TEST(OpenSeriesOfVolumes, TakesWhatThereIsMoreOfAndNamesTheOthers) {
    const TemporaryFolder folder;
    writeVolume(folder / "a.nii");
    writeStack(folder / "preview.tif", 1);
    const ImageSeries pictures = openSeries({folder.path()});
    writeVolume(folder / "b.nii");

    const ImageSeries volumes = openSeries({folder.path()});

    EXPECT_FALSE(pictures.volumes);
    EXPECT_THAT(test::textsOf(pictures.notes), Contains(HasSubstr("volumes beside pictures): a.nii")));
    EXPECT_TRUE(volumes.volumes);
    EXPECT_THAT(test::textsOf(volumes.notes), Contains(HasSubstr("pictures beside volumes): preview.tif")));
}

TEST(OpenSeriesOfVolumes, DoesNotNameTheDataOfAMetaImage) {
    const TemporaryFolder folder;
    const std::string header =
        "ObjectType = Image\nNDims = 3\nDimSize = 8 8 8\nElementType = MET_UCHAR\nElementDataFile = v.raw\n";
    writeWhole(folder / "v.mhd", header);
    writeWhole(folder / "v.raw", std::string(512, 'x'));

    const ImageSeries series = openSeries({folder.path()});

    EXPECT_TRUE(series.volumes);
    EXPECT_THAT(test::textsOf(series.notes), Not(Contains(HasSubstr("v.raw"))));
}

TEST(OpenSeriesOfVolumes, KeepsAFileThatCannotBeReadAsAFrame) {
    const TemporaryFolder folder;
    writeWhole(folder / "a.nii", std::string("no header"));
    writeVolume(folder / "b.nii");

    const ImageSeries series = openSeries({folder.path()});

    EXPECT_EQ(series.frames.size(), 2u);
    EXPECT_EQ(series.volumes->first.size.depth, 10);
    fs::remove(folder / "b.nii");
    EXPECT_THROW(openSeries({folder.path()}), InputError);
}

TEST(CalibrationFor, AsksForTheDepthOfVoxels) {
    ImageSeries pictures, volumes;
    volumes.volumes.emplace();

    EXPECT_EQ(calibrationFor(volumes, {2, 2, "typed"}).pixelDepthUm, 2);
    EXPECT_DOUBLE_EQ(calibrationFor(volumes, {2, 2, "typed", 5}).umPerPx(), std::cbrt(20.0));
    EXPECT_THROW(calibrationFor(volumes, {2, 3, "typed"}), SettingError);
    EXPECT_THROW(calibrationFor(pictures, {2, 3, "typed", 5}), SettingError);
    EXPECT_EQ(calibrationFor(pictures, {2, 8, "typed"}).umPerPx(), 4);
}

}  // namespace
}  // namespace coarsen
