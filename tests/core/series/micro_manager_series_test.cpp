// SPDX-License-Identifier: GPL-3.0-or-later
// Series of files that Micro-Manager and NDTiff wrote.
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/image/decode.hpp"
#include "core/series/frame_picture.hpp"
#include "core/series/image_series.hpp"
#include "tests/core/series/small_series.hpp"
#include "tests/support/nd_tiff.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/texts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace coarsen {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// A page of an acquisition of 1,000 ms a time, 40 ms a channel.
test::NdTiffPage pageAt(int time, const std::string& channel, double elapsedMs, int pixel) {
    return {R"({"Axes": {"time": )" + std::to_string(time) + R"(, "channel": ")" + channel + R"("}, "ElapsedTime-ms": )" +
                std::to_string(elapsedMs) + R"(, "PixelSizeUm": 0.65, "BitDepth": 8})",
            static_cast<std::uint8_t>(pixel)};
}

void writePagesOf(const std::filesystem::path& file, const std::vector<test::NdTiffPage>& pages) {
    writeWhole(file, test::ndTiffOf(R"({"Interval_ms": 950})", pages));
}

/// Times 0 to 2 in two files, of which the second begins amid a time, and whose channels come in another order.
void writeDataSet(const std::filesystem::path& folder) {
    writePagesOf(folder / "gel_NDTiffStack.tif",
                 {pageAt(0, "DAPI", 10, 1), pageAt(0, "FITC", 50, 2), pageAt(1, "FITC", 1080, 4)});
    writePagesOf(folder / "gel_NDTiffStack_1.tif",
                 {pageAt(1, "DAPI", 1020, 3), pageAt(2, "DAPI", 2110, 5), pageAt(2, "FITC", 2150, 6)});
}

ImageSeries openedWithTimes(const std::vector<std::filesystem::path>& inputs) {
    ImageSeries series = openSeries(inputs);
    assignTimes(series, {});
    return series;
}

std::vector<std::string> codesIn(const ImageSeries& series) {
    std::vector<std::string> codes;
    for (const Said& said : series.notes)
        codes.push_back(said.code);
    return codes;
}

/// The pixel of each frame and of its further channels.
std::vector<std::vector<int>> pixelsOf(const ImageSeries& series) {
    std::vector<std::vector<int>> pixels;
    for (const FrameSource& frame : series.frames) {
        std::shared_ptr<const SharedFile> kept;
        const RawImage picture = framePicture(frame, true, kept);
        pixels.push_back({static_cast<int>(picture.image.at(0, 0))});
        for (const Image& further : picture.furtherChannels)
            pixels.back().push_back(static_cast<int>(further.at(0, 0)));
    }
    return pixels;
}

TEST(MicroManagerSeries, OfOneFileHasTheTimesOfItsPagesAndOneFrameATime) {
    const TemporaryFolder folder;
    writePagesOf(folder / "gel_NDTiffStack.tif",
                 {pageAt(0, "DAPI", 10, 1), pageAt(0, "FITC", 50, 2), pageAt(1, "DAPI", 1020, 3), pageAt(1, "FITC", 1080, 4)});

    const ImageSeries series = openedWithTimes({folder / "gel_NDTiffStack.tif"});

    EXPECT_THAT(timesOf(series), ElementsAre(testing::DoubleNear(0.01, 1e-9), testing::DoubleNear(1.02, 1e-9)));
    EXPECT_EQ(series.frames[1].timeSource, TimeSource::tiff);
    EXPECT_NEAR(series.calibration.pixelWidthUm, 0.65, 1e-9);
    EXPECT_THAT(pixelsOf(series), ElementsAre(ElementsAre(1, 2), ElementsAre(3, 4)));
    EXPECT_THAT(codesIn(series), ElementsAre("pages.channels"));
}

TEST(MicroManagerSeries, OfADataSetIsOneImageWhicheverOfItsFilesIsOpened) {
    const TemporaryFolder folder;
    writeDataSet(folder.path());
    for (const auto& input : {folder.path(), folder / "gel_NDTiffStack.tif", folder / "gel_NDTiffStack_1.tif"}) {
        const ImageSeries series = openedWithTimes({input});
        SCOPED_TRACE(input);
        EXPECT_THAT(pixelsOf(series), ElementsAre(ElementsAre(1, 2), ElementsAre(3, 4), ElementsAre(5, 6)));
        EXPECT_THAT(timesOf(series), ElementsAre(testing::DoubleNear(0.01, 1e-9), testing::DoubleNear(1.02, 1e-9),
                                                 testing::DoubleNear(2.11, 1e-9)));
        EXPECT_NEAR(series.calibration.pixelWidthUm, 0.65, 1e-9);
        EXPECT_THAT(codesIn(series), testing::UnorderedElementsAre("files.set", "pages.channels"));
    }
}

TEST(MicroManagerSeries, SaysWhichFilesOfItsDataSetAreNotThere) {
    const TemporaryFolder folder;
    writeDataSet(folder.path());
    std::filesystem::rename(folder / "gel_NDTiffStack_1.tif", folder / "gel_NDTiffStack_2.tif");
    EXPECT_THAT(test::textsOf(openSeries({folder.path()}).notes), Contains(HasSubstr("gel_NDTiffStack_1.tif is not there")));

    std::filesystem::remove(folder / "gel_NDTiffStack_2.tif");
    EXPECT_THAT(codesIn(openSeries({folder.path()})), Not(Contains("files.missing")));
    writeWhole(folder / "NDTiff.index", test::ndTiffIndexOf({"gel_NDTiffStack.tif", "gel_NDTiffStack_1.tif"}));
    EXPECT_THAT(test::textsOf(openSeries({folder / "gel_NDTiffStack.tif"}).notes),
                Contains(HasSubstr("Of the data set gel_NDTiffStack gel_NDTiffStack_1.tif is not there")));

    writeWhole(folder / "gel_NDTiffStack_1.tif", std::string_view("II*\0nothing", 11));
    EXPECT_THAT(test::textsOf(openSeries({folder.path()}).notes),
                Contains(HasSubstr("gel_NDTiffStack_1.tif is not there or cannot be read")));
}

TEST(MicroManagerSeries, HasSeveralPositionsAsScenes) {
    const TemporaryFolder folder;
    const auto page = [](int position, int time, int pixel) {
        return test::NdTiffPage{R"({"PositionIndex": )" + std::to_string(position) + R"(, "FrameIndex": )" +
                                    std::to_string(time) + R"(, "ElapsedTime-ms": )" +
                                    std::to_string(1000 * time + 100 * position) + "}",
                                static_cast<std::uint8_t>(pixel)};
    };
    writePagesOf(folder / "two.tif", {page(0, 0, 1), page(1, 0, 2), page(0, 1, 3), page(1, 1, 4)});

    EXPECT_THAT(pixelsOf(openSeries({folder / "two.tif"})), ElementsAre(ElementsAre(1), ElementsAre(3)));
    EXPECT_THAT(codesIn(openSeries({folder / "two.tif"})), ElementsAre("pages.scene"));
    ImageSeries second = openSeries({folder / "two.tif"}, {.position = 2});
    assignTimes(second, {});
    EXPECT_THAT(pixelsOf(second), ElementsAre(ElementsAre(2), ElementsAre(4)));
    EXPECT_THAT(timesOf(second), ElementsAre(0.1, 1.1));
}

TEST(MicroManagerSeries, HasNoSizeWhereNobodyCalibratedAndSaysWhereOneMayBeNone) {
    const TemporaryFolder folder;
    const auto sizedBy = [&](const std::string& um) {
        writePagesOf(folder / "a.tif",
                     {{R"({"FrameIndex": 0, "PixelSizeUm": )" + um + "}"}, {R"({"FrameIndex": 1, "PixelSizeUm": )" + um + "}"}});
        return openSeries({folder / "a.tif"});
    };
    EXPECT_FALSE(sizedBy("0").calibration.isKnown());
    EXPECT_THAT(codesIn(sizedBy("0")), IsEmpty());
    EXPECT_EQ(sizedBy("1").calibration.pixelWidthUm, 1);
    EXPECT_THAT(test::textsOf(sizedBy("1").notes),
                ElementsAre(HasSubstr("from Micro-Manager PixelSizeUm=1, which stands there, too, where nobody measured")));
    EXPECT_EQ(sizedBy("0.325").calibration.pixelWidthUm, 0.325);
    EXPECT_THAT(codesIn(sizedBy("0.325")), IsEmpty());
}

TEST(MicroManagerSeries, OffersTheIntervalThatWasAskedForAndTakesItOnlyAsked) {
    const TemporaryFolder folder;
    writePagesOf(folder / "a.tif", {{R"({"FrameIndex": 0})"}, {R"({"FrameIndex": 1})"}, {R"({"FrameIndex": 2})"}});

    ImageSeries series = openedWithTimes({folder / "a.tif"});
    EXPECT_EQ(series.frames[2].timeSource, TimeSource::index);
    ASSERT_THAT(codesIn(series), ElementsAre("time.asked-for"));
    EXPECT_EQ(series.notes.front().flag, "--times-from interval");

    assignTimes(series, timesFromText("interval"));
    EXPECT_THAT(timesOf(series), ElementsAre(0, 0.95, 1.9));
}

TEST(MicroManagerSeries, OfVolumesHasTheTimesOfTheirFirstSlicesAndTheDepthThatTheStageWent) {
    const TemporaryFolder folder;
    std::vector<test::NdTiffPage> pages;
    for (const int time : {0, 1})
        for (int z = -3; z < 6; ++z)
            pages.push_back({R"({"Axes": {"time": )" + std::to_string(time) + R"(, "z": )" + std::to_string(z) +
                                 R"(}, "PixelSizeUm": 0.5, "ElapsedTime-ms": )" + std::to_string(60000 * time + 10 * (z + 3)) +
                                 R"(, "ZPosition_um": )" + std::to_string(0.75 * z) + "}",
                             0});
    writeWhole(folder / "gel_NDTiffStack.tif", test::ndTiffOf(R"({"z-step_um": 0.7})", pages, 2));

    const ImageSeries series = openedWithTimes({folder.path()});

    ASSERT_TRUE(series.volumes);
    EXPECT_EQ(series.volumes->first.size.depth, 9);
    EXPECT_THAT(timesOf(series), ElementsAre(0, 60));
    EXPECT_EQ(series.frames[1].timeSource, TimeSource::tiff);
    EXPECT_EQ(series.calibration.pixelDepthUm, 0.75);
    EXPECT_THAT(codesIn(series), ElementsAre("pages.volume"));
}

TEST(MicroManagerSeries, OfFilesOfOnePageEachHasTheTimeOfEach) {
    const TemporaryFolder folder;
    for (int i = 0; i < 3; ++i)
        writePagesOf(
            folder / ("img_" + std::string(1, static_cast<char>('a' + i)) + ".tif"),
            {{R"({"FrameIndex": )" + std::to_string(i) + R"(, "ElapsedTime-ms": )" + std::to_string(i * i * 500) + "}"}});
    EXPECT_THAT(timesOf(openedWithTimes({folder.path()})), ElementsAre(0, 0.5, 2));
}

}  // namespace
}  // namespace coarsen
