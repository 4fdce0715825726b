// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sha256.hpp"
#include "core/series/image_series.hpp"
#include "core/volume_files/volume_files.hpp"
#include "tests/core/image/picture_bytes.hpp"
#include "tests/core/volume/volume_bytes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tiffio.h>

#include <array>
#include <filesystem>
#include <fstream>

namespace coarsen {
namespace {

using test::refusal;
using testing::AllOf;
using testing::HasSubstr;
namespace fs = std::filesystem;

/// A slice of 4 x 3 pixels, or 4 x `height`, all of one grey.
test::Bytes sliceOf(std::uint8_t grey, std::uint32_t height = 3, int pages = 1) {
    return test::tiffOf(4, static_cast<int>(height), pages, [&](TIFF* tiff, int) {
        std::array<std::uint8_t, 4> row;
        row.fill(grey);
        for (std::uint32_t y = 0; y < height; ++y)
            TIFFWriteScanline(tiff, row.data(), y);
    });
}

void write(const fs::path& file, const test::Bytes& bytes) {
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

/// Slices numbered `from` to `to`, whose grey is their number.
void writeSlices(const fs::path& folder, int from, int to, int besides = -1) {
    for (int i = from; i <= to; ++i)
        if (i != besides) write(folder / ("slice_" + std::to_string(i) + ".tif"), sliceOf(static_cast<std::uint8_t>(i)));
}

class SliceFolder : public testing::Test {
protected:
    fs::path t(int time) const { return folder_.path() / ("t" + std::to_string(time) + "0min"); }
    SeriesOpening volumes() const { return SeriesOpening{.areVolumes = true}; }
    const TemporaryFolder folder_;
};

TEST_F(SliceFolder, IsAVolumeInTheOrderOfItsNumbers) {
    writeSlices(t(0), 8, 12);
    EXPECT_TRUE(isFolderOfSlices(t(0)));
    EXPECT_EQ(volumeHeader(t(0)).size, (VolumeSize{4, 3, 5}));
    EXPECT_THAT(volumeHeader(t(0)).remark, HasSubstr("does not state the size of a voxel"));
    const Volume volume = readVolume(t(0));
    EXPECT_EQ(volume.at(0, 0, 0), 8);
    EXPECT_EQ(volume.at(3, 2, 2), 10) << "slice_10 stands behind slice_9";
}

TEST_F(SliceFolder, NamesTheSlicesThatAreMissing) {
    writeSlices(t(0), 1, 9, 4);
    EXPECT_THAT(refusal(t(0)), AllOf(HasSubstr("a slice is missing: there is none with 4 in the name between"),
                                     HasSubstr("slice_1.tif and slice_9.tif")));
    fs::remove(t(0) / "slice_7.tif");
    EXPECT_THAT(refusal(t(0)), HasSubstr("slices are missing: there are none with 4, 7 in the name"));
}

TEST_F(SliceFolder, EveryTenthSliceIsNoGap) {
    for (const int i : {10, 20, 30, 40})
        write(t(0) / ("z" + std::to_string(i) + ".tif"), sliceOf(static_cast<std::uint8_t>(i)));
    EXPECT_EQ(volumeHeader(t(0)).size.depth, 4);
}

TEST_F(SliceFolder, NamesTheSliceOfAnotherSizeAndOneOfSeveralPages) {
    writeSlices(t(0), 1, 4);
    write(t(0) / "slice_3.tif", sliceOf(3, 5));
    EXPECT_THAT(refusal(t(0)), HasSubstr("its slices differ in size: slice_3.tif has 4 x 5 pixels, slice_1.tif 4 x 3 pixels"));
    write(t(0) / "slice_1.tif", sliceOf(1, 3, 2));
    EXPECT_FALSE(isFolderOfSlices(t(0)));
    EXPECT_THAT(refusal(t(0)), HasSubstr("its files hold several pages each (slice_1.tif: 2)"));
}

TEST_F(SliceFolder, FoldersOfSlicesAreASeriesOfVolumes) {
    for (const int time : {0, 1, 2})
        writeSlices(t(time), 1, 4);
    for (const std::vector<fs::path>& inputs : {std::vector<fs::path>{folder_.path()}, {t(0), t(1), t(2)}}) {
        const ImageSeries series = openSeries(inputs, volumes());
        ASSERT_EQ(series.frames.size(), 3U);
        EXPECT_EQ(series.frames[1].name, "t10min");
        ASSERT_TRUE(series.volumes);
        EXPECT_EQ(series.volumes->first.size, (VolumeSize{4, 3, 4}));
    }
    EXPECT_EQ(openSeries({t(1)}, volumes()).frames.size(), 1U);
    EXPECT_EQ(openSeries({t(1)}).frames.size(), 4U) << "without --volumes they are pictures, as ever";
}

TEST_F(SliceFolder, AFolderWithFilesOfItsOwnIsNotTakenForOneOfFolders) {
    writeSlices(t(0), 1, 4);
    write(folder_.path() / "stack.tif", sliceOf(1, 3, 4));
    const ImageSeries series = openSeries({folder_.path()}, volumes());
    ASSERT_EQ(series.frames.size(), 1U);
    EXPECT_EQ(series.frames[0].name, "stack.tif");
}

TEST_F(SliceFolder, IsKnownByAllOfItsSlices) {
    writeSlices(t(0), 1, 4);
    const std::string before = inputSha256(t(0));
    const std::uintmax_t bytes = inputBytes(t(0));
    EXPECT_EQ(inputFiles(t(0)).size(), 4U);
    write(t(0) / "slice_3.tif", sliceOf(9));
    EXPECT_EQ(inputBytes(t(0)), bytes);
    EXPECT_NE(inputSha256(t(0)), before);
}

TEST(InputFiles, AHeaderIsKnownByItsVoxelsToo) {
    const std::string header =
        "ObjectType = Image\nNDims = 3\nDimSize = 2 2 2\nElementType = MET_UCHAR\nElementDataFile = a.raw\n";
    const test::MadeFile made("a.mhd", test::joined(header, {}));
    made.beside("a.raw", test::samplesOf(test::countingUp(8), SampleType::u8, false));
    EXPECT_EQ(inputFiles(made.path()), (std::vector{made.path(), made.folder() / "a.raw"}));
    EXPECT_EQ(inputBytes(made.path()), header.size() + 8);
    const std::string before = inputSha256(made.path());
    made.beside("a.raw", test::samplesOf({7, 6, 5, 4, 3, 2, 1, 0}, SampleType::u8, false));
    EXPECT_NE(inputSha256(made.path()), before);
}

TEST(InputFiles, AFileOfItsOwnIsKnownByItsOwnHash) {
    const std::string header =
        "ObjectType = Image\nNDims = 3\nDimSize = 2 2 2\nElementType = MET_UCHAR\nElementDataFile = LOCAL\n";
    const test::MadeFile made("a.mhd", test::joined(header, test::samplesOf(test::countingUp(8), SampleType::u8, false)));
    EXPECT_EQ(inputFiles(made.path()).size(), 1U);
    EXPECT_EQ(inputSha256(made.path()), sha256OfFile(made.path()));
}

}  // namespace
}  // namespace coarsen
