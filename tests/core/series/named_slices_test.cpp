// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"
#include "core/image/write_png.hpp"
#include "core/series/frame_times.hpp"
#include "core/series/image_series.hpp"
#include "core/series/volume_series.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

/// Folders that hold the slices of several volumes, as the names say.
namespace coarsen {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

/// A picture of 4 x 3 pixels of one grey.
void writeGrey(const fs::path& file, int grey) {
    writeGreyPng(file, Image(4, 3, std::vector<std::uint8_t>(12, static_cast<std::uint8_t>(grey))));
}

class NamedSlices : public testing::Test {
protected:
    void write(const std::string& name, int grey) { writeGrey(folder_ / name, grey); }

    ImageSeries opened(SeriesOpening opening = {}) {
        opening.areVolumes = true;
        ImageSeries series = openSeries({folder_.path()}, opening);
        assignTimes(series, {});
        return series;
    }
    static Volume volumeAt(const ImageSeries& series, std::size_t frame) {
        return readVolume(series.frames[frame].file, volumeOf(series, series.frames[frame]));
    }
    /// The greys of a volume's slices.
    static std::vector<float> greysOf(const ImageSeries& series, std::size_t frame) {
        const Volume volume = volumeAt(series, frame);
        std::vector<float> greys;
        for (int z = 0; z < volume.size().depth; ++z)
            greys.push_back(volume.at(0, 0, z));
        return greys;
    }
    static bool says(const ImageSeries& series, const std::string& code) {
        return std::ranges::any_of(series.notes, [&](const Said& said) { return said.code == code; });
    }

    TemporaryFolder folder_;
};

TEST_F(NamedSlices, AreAVolumeAtEachTime) {
    for (int t = 0; t < 3; ++t)
        for (int z = 8; z < 12; ++z)  // z 10 behind z 9, though it sorts before it as text
            write("gel_t" + std::to_string(t) + "_z" + std::to_string(z) + ".png", 100 * t + z);
    const ImageSeries series = opened();
    ASSERT_THAT(series.frames, SizeIs(3));
    EXPECT_EQ(series.volumes->first.size, (VolumeSize{4, 3, 4}));
    EXPECT_EQ(series.frames[1].name, "gel_t1_z8.png");
    EXPECT_THAT(greysOf(series, 0), ElementsAre(8, 9, 10, 11));
    EXPECT_THAT(greysOf(series, 2), ElementsAre(208, 209, 210, 211));
    EXPECT_TRUE(says(series, "time.numbers")) << "t counts, and is no time of a clock";
}

TEST_F(NamedSlices, TakeTimesWithUnits) {
    for (const int minutes : {0, 5, 20})
        for (int z = 0; z < 3; ++z)
            write("slice" + std::to_string(z) + "_gel_" + std::to_string(minutes) + "min.png", minutes + z);
    const ImageSeries series = opened();
    ASSERT_THAT(series.frames, SizeIs(3));
    EXPECT_EQ(series.frames[1].timeS, 300);
    EXPECT_EQ(series.frames[2].timeS, 1200);
    EXPECT_THAT(greysOf(series, 2), ElementsAre(20, 21, 22));
}

TEST_F(NamedSlices, WithoutTimesAreOneVolumeOfTheFolder) {
    for (int z = 0; z < 4; ++z)
        write("gel_z" + std::to_string(z) + ".png", z);
    const ImageSeries series = opened();
    ASSERT_THAT(series.frames, SizeIs(1));
    EXPECT_EQ(series.frames[0].file, folder_.path());
    EXPECT_TRUE(series.frames[0].sliceFiles.empty());
}

TEST_F(NamedSlices, OfOneTimeStampEachAreOneVolume) {
    for (int z = 0; z < 4; ++z)
        write("gel_z" + std::to_string(z) + "_2026-01-01T10-00-0" + std::to_string(z) + ".png", z);
    EXPECT_THAT(opened().frames, SizeIs(1));
}

TEST_F(NamedSlices, OfSeveralChannelsAndPositionsTakeTheFirstOrTheOneAskedFor) {
    for (int t = 0; t < 2; ++t)
        for (int z = 0; z < 3; ++z)
            for (int c = 0; c < 2; ++c)
                for (int pos = 1; pos < 3; ++pos)
                    write("pos" + std::to_string(pos) + "_t" + std::to_string(t) + "_z" + std::to_string(z) + "_c" +
                              std::to_string(c) + ".png",
                          100 * t + 10 * z + 4 * c + pos);
    const ImageSeries first = opened();
    ASSERT_THAT(first.frames, SizeIs(2));
    EXPECT_TRUE(says(first, "pages.scene"));
    EXPECT_TRUE(says(first, "pages.channels"));
    EXPECT_THAT(greysOf(first, 1), ElementsAre(101, 111, 121));

    const ImageSeries asked = opened({.channel = 2, .position = 2});
    EXPECT_FALSE(says(asked, "pages.scene"));
    EXPECT_FALSE(says(asked, "pages.channels"));
    EXPECT_THAT(greysOf(asked, 1), ElementsAre(106, 116, 126));
    EXPECT_THROW(opened({.channel = 3}), SettingError);
    EXPECT_THROW(opened({.position = 3}), SettingError);
}

TEST_F(NamedSlices, ThatAreMissingMakeTheirVolumeFailAlone) {
    for (int t = 0; t < 2; ++t)
        for (int z = 0; z < 5; ++z)
            if (t == 0 || z != 2) write("gel_t" + std::to_string(t) + "_z" + std::to_string(z) + ".png", z);
    const ImageSeries series = opened();
    ASSERT_THAT(series.frames, SizeIs(2));
    EXPECT_EQ(volumeAt(series, 0).size().depth, 5);
    try {
        volumeAt(series, 1);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_THAT(error.what(), HasSubstr("a slice is missing: there is none with 2 in the name between gel_t1_z0.png"));
    }
}

TEST_F(NamedSlices, OfAVolumeThatIsNotWholeYetStayWithTheirTime) {
    for (int t = 1; t < 3; ++t)
        for (int z = 0; z < (t == 1 ? 5 : 2); ++z)
            write("gel_t" + std::to_string(t) + "_z" + std::to_string(z) + ".png", 10 * t + z);
    const ImageSeries series = opened();
    ASSERT_THAT(series.frames, SizeIs(2));
    EXPECT_THAT(greysOf(series, 0), ElementsAre(10, 11, 12, 13, 14));
    EXPECT_THAT(greysOf(series, 1), ElementsAre(20, 21)) << "which a run refuses for its size";
}

TEST_F(NamedSlices, WithTwoNumbersAndNoLetterAreRefused) {
    for (int t = 0; t < 2; ++t)
        for (int z = 0; z < 3; ++z)
            write("img_" + std::to_string(t) + "_" + std::to_string(z) + ".png", z);
    try {
        opened();
        FAIL();
    } catch (const InputError& error) {
        EXPECT_THAT(error.what(),
                    HasSubstr("2 numbers vary in the names of its files (img_0_0, ... img_1_2), and no letter says"));
    }
}

TEST_F(NamedSlices, LieInFoldersBesideEachOther) {
    for (const char* const gel : {"a", "b"}) {
        fs::create_directory(folder_ / gel);
        for (int t = 0; t < 2; ++t)
            for (int z = 0; z < 3; ++z)
                writeGrey(folder_ / gel / ("t" + std::to_string(t) + "_z" + std::to_string(z) + ".png"), 10 * t + z);
    }
    EXPECT_THAT(opened().frames, SizeIs(4));
}

}  // namespace
}  // namespace coarsen
