// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/image/write_png.hpp"
#include "core/series/image_series.hpp"
#include "tests/core/series/small_series.hpp"
#include "tests/support/folders.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/texts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace coarsen {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(NaturalLess, CountsAsPeopleDo) {
    std::vector<std::string> names{"frame_10",  "b/frame_1", "frame_2",  "Frame_3", "frame_02",
                                   "a/frame_1", "frame",     "frame_2b", "frame_1"};

    std::sort(names.begin(), names.end(), naturalLess);

    EXPECT_THAT(names, ElementsAre("a/frame_1", "b/frame_1", "frame", "frame_1", "frame_02", "frame_2", "frame_2b", "Frame_3",
                                   "frame_10"));
}

TEST(NaturalLess, IsAStrictOrderOfNumbersLongerThanAnyInteger) {
    EXPECT_TRUE(naturalLess("x99999999999999999999998", "x99999999999999999999999"));
    EXPECT_FALSE(naturalLess("x99999999999999999999999", "x99999999999999999999999"));
    EXPECT_TRUE(naturalLess("img", "img1"));
    EXPECT_TRUE(naturalLess("A", "a"));
    EXPECT_FALSE(naturalLess("a", "A"));
}

TEST(OpenSeries, TakesTheImagesOfAFolderInNaturalOrderAndNamesWhatItLeavesOut) {
    const TemporaryFolder folder;
    for (const char* name : {"f10.png", "f9.png", ".hidden.png"})
        writePicture(folder / name, 2.5);
    writeWhole(folder / "f11.PNG", "not an image at all");
    writeWhole(folder / "notes.txt", "some notes");
    std::filesystem::create_directory(folder / "more");

    const ImageSeries series = openSeries({folder.path()});

    EXPECT_THAT(namesOf(series), ElementsAre("f9.png", "f10.png", "f11.PNG"));
    EXPECT_THAT(test::textsOf(series.notes),
                ElementsAre(HasSubstr("notes.txt"), HasSubstr("more"), HasSubstr("Pixels are 2.5 \u00B5m, from PNG pHYs")));
    EXPECT_EQ(series.first.width, 3);
    EXPECT_EQ(series.first.height, 2);
    EXPECT_EQ(series.first.format, "PNG");
    EXPECT_DOUBLE_EQ(series.calibration.umPerPx(), 2.5);
}

TEST(OpenSeries, CountsAFileOnceThatIsNamedTwice) {
    const TemporaryFolder folder;
    writePicture(folder / "a.png");
    writePicture(folder / "b.png");

    const ImageSeries series = openSeries({folder / "b.png", folder.path(), folder.path() / "." / "b.png"});

    EXPECT_THAT(namesOf(series), ElementsAre("a.png", "b.png"));
}

TEST(OpenSeries, NamesFramesOfSeveralFoldersByTheFolderThatHoldsThemAll) {
    const TemporaryFolder folder;
    for (const char* run : {"run10", "run9"}) {
        std::filesystem::create_directory(folder / run);
        writePicture(folder / run / "a.png");
    }

    const ImageSeries series = openSeries({folder / "run10", folder / "run9"});

    EXPECT_THAT(namesOf(series), ElementsAre("run9/a.png", "run10/a.png"));
}

TEST(OpenSeries, TakesANamedFileByItsContentWhateverItIsCalled) {
    const TemporaryFolder folder;
    writePicture(folder / "picture");

    EXPECT_THAT(namesOf(openSeries({folder / "picture"})), ElementsAre("picture"));
}

TEST(OpenSeries, SaysWhatIsWrongWithItsInput) {
    const TemporaryFolder folder;
    const auto messageFor = [](const std::filesystem::path& input) {
        try {
            openSeries({input});
        } catch (const InputError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    std::filesystem::create_directories(folder / "outer" / "frames");
    writeWhole(folder / "notes.txt", "some notes");

    EXPECT_THAT(messageFor(folder / "nowhere"), HasSubstr("nowhere: it does not exist"));
    EXPECT_THAT(messageFor(folder / "outer"),
                HasSubstr("outer: there is no image in it; its subfolders are not searched: open frames"));
    EXPECT_THAT(messageFor(folder / "notes.txt"), HasSubstr("notes.txt: it begins with text"));
}

TEST(OpenSeries, MakesFramesOfTheImagesInTheSampleWithTheirScaleAndTimes) {
    const std::filesystem::path sample = test::sourceFolder() / "resources" / "sample-crossover";

    ImageSeries series = openSeries({sample / "frames"});
    assignTimes(series, {TimeChoice::Kind::table, 1, sample / "truth.csv"});

    ASSERT_EQ(series.frames.size(), 15u);
    EXPECT_EQ(series.first.width, 1320);
    EXPECT_EQ(series.first.height, 660);
    EXPECT_NEAR(series.calibration.umPerPx(), 10.0, 1e-9);
    EXPECT_EQ(series.frames[0].timeS, 72000);  // 20 h after the quench
    EXPECT_EQ(series.frames[14].name, "spin_0056.png");
    EXPECT_EQ(series.frames[14].timeS, 447864.4);
    EXPECT_THAT(test::textsOf(series.notes), ElementsAre(HasSubstr("Pixels are 10 \u00B5m, from PNG pHYs")));
}

TEST(OpenSeries, OfTenThousandFilesReadsOneHeader) {
    const TemporaryFolder folder;
    writePicture(folder / "f0.png");
    for (int i = 1; i < 10000; ++i)
        std::filesystem::create_symlink(
            "nowhere", folder / std::string("f").append(std::to_string(i)).append(".png"));  // opening one would fail

    const ImageSeries series = openSeries({folder.path()});

    EXPECT_EQ(series.frames.size(), 10000u);
    EXPECT_EQ(series.frames[9999].name, "f9999.png");
    EXPECT_EQ(series.first.width, 3);
}

TEST(FramesInRange, ReadsLimitsAsPythonDoes) {
    EXPECT_THAT(framesInRange("1:4", 10), ElementsAre(1, 2, 3));
    EXPECT_THAT(framesInRange("-3:", 10), ElementsAre(7, 8, 9));
    EXPECT_THAT(framesInRange("::4", 10), ElementsAre(0, 4, 8));
    EXPECT_THAT(framesInRange(":-8", 10), ElementsAre(0, 1));
    EXPECT_THAT(framesInRange("8:99", 10), ElementsAre(8, 9));
    EXPECT_THAT(framesInRange("0:10:9223372036854775807", 10), ElementsAre(0));
}

TEST(FramesInRange, RefusesWhatIsNoRange) {
    for (const char* text : {"", "5", "a:b", "1:2:3:4", "0:5:0", "0:5:-1", "7:3", "20:30", "1.5:3"})
        EXPECT_THROW(framesInRange(text, 10), SettingError) << text;
}

}  // namespace
}  // namespace coarsen
