// SPDX-License-Identifier: GPL-3.0-or-later
// Series of pictures of electron microscopes: their own sizes and clocks, and the texts beside them.
#include "core/base/files.hpp"
#include "core/image/conventions/electron_microscopes.hpp"
#include "core/image/decode.hpp"
#include "core/image/formats/tiff_facts.hpp"
#include "core/image/sidecar.hpp"
#include "core/series/frame_sizes.hpp"
#include "core/series/sizes_offered.hpp"
#include "tests/support/instrument_files.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace coarsen {
namespace {

using conventions::feiFacts;
using test::clockS;
using test::feiText;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::vector<std::byte> bytesOfText(std::string_view text) {
    test::LaidOut laid;
    return laid.putText(text).bytes;
}

TEST(InstrumentsSize, ComesBeforeAProgramsAndADensity) {
    formats::TiffWords words;
    words.pages.resize(1);
    words.resolution = {20000, 20000, 3};
    words.instrument = feiFacts(feiText, 8, 6);
    ImageHeader header;
    header.facts = formats::tiffFacts(words);
    ASSERT_EQ(sizesOffered(header).size(), 1u) << "no density";
    words.description = "ImageJ=1.53t\nunit=nm\n";
    words.resolution = {0.1, 0.1, 1};
    header.facts = formats::tiffFacts(words);
    const std::vector<SizeOffer> offers = sizesOffered(header);
    ASSERT_EQ(offers.size(), 2u);
    EXPECT_EQ(offers[0].by, "FEI PixelWidth=5e-09");
    EXPECT_EQ(offers[0].source, SizeSource::file);
    EXPECT_THAT(offers[1].by, HasSubstr("ImageJ"));
    EXPECT_EQ(header.facts.writer, "ImageJ");
    EXPECT_EQ(header.facts.pictureRows->value, 5);
    words.description.clear();
    words.resolution = {20000, 20000, 3};
    words.instrument = feiFacts("[User]\nDate=19.03.2009\nTime=12:34:56\n", 8, 6);
    header.facts = formats::tiffFacts(words);
    ASSERT_EQ(header.facts.sizes.size(), 1u);
    EXPECT_EQ(header.facts.sizes.front().trust, Trust::offered) << "an instrument that states none";
}

TEST(Sidecar, IsReadBesideAPictureAndComesBehindItsOwnWords) {
    const TemporaryFolder folder;
    const auto write = [&](const char* name, const std::vector<std::byte>& bytes) { writeWhole(folder / name, bytes); };
    write("a.tif", test::tiffWithText(8, 6, 34682, feiText));
    write("b.tif", test::tiffWithTags(8, 6, {}, {}));
    const std::vector<std::byte> text = bytesOfText("[SemImageFile]\nPixelSize=24.8\nDataSize=8x5\n");
    write("a.txt", text);
    write("b.txt", text);
    write("c.tif", test::tiffWithTags(8, 6, {}, {}));
    write("c.txt", bytesOfText("my notes"));
    const std::vector<SizeOffer> both = sizesOffered(imageHeader(folder / "a.tif"));
    ASSERT_EQ(both.size(), 2u);
    EXPECT_THAT(both[0].by, HasSubstr("FEI"));
    EXPECT_EQ(both[1].source, SizeSource::sidecar);
    EXPECT_EQ(sizeTaken(both, SizeSource::sidecar), &both[1]);
    EXPECT_EQ(sizeTaken(both, SizeSource::file), &both[0]);
    const ImageHeader beside = imageHeader(folder / "b.tif");
    EXPECT_NEAR(statedSize(beside)->x, 0.0248, 1e-12);
    EXPECT_EQ(beside.facts.pictureRows->value, 5);
    EXPECT_FALSE(statedSize(imageHeader(folder / "c.tif")));
    write("E.TIF", test::tiffWithTags(8, 6, {}, {}));
    write("E.TXT", text);
    EXPECT_NEAR(statedSize(imageHeader(folder / "E.TIF"))->x, 0.0248, 1e-12) << "in capitals";
    EXPECT_FALSE(sidecarFacts(folder / "d.tif", 8, 6));
}

std::vector<std::string> codesOfInstruments(const ImageSeries& series) {
    std::vector<std::string> codes;
    for (const Said& said : series.notes)
        codes.push_back(said.code);
    return codes;
}

TEST(InfoBar, IsNamedWithTheSettingThatLeavesItOut) {
    const TemporaryFolder folder;
    writeWhole(folder / "a.tif", test::tiffWithText(8, 6, 34682, feiText));
    const ImageSeries series = openSeries({folder / "a.tif"});
    const auto said = std::ranges::find(series.notes, "crop.info-bar", &Said::code);
    ASSERT_NE(said, series.notes.end());
    EXPECT_EQ(said->flag, "--set crop.info_bar=true");
    EXPECT_THAT(said->text, HasSubstr("ends at row 5 of 6"));
}

TEST(Sidecar, GivesASeriesItsSizesAndClockAndIsNoFurtherFile) {
    const TemporaryFolder folder;
    for (int i = 0; i < 3; ++i) {
        const std::string stem = "gel_" + std::string(1, static_cast<char>('a' + i));
        writeWhole(folder / (stem + ".tif"), test::tiffWithTags(8, 6, {}, {}));
        writeWhole(folder / (stem + ".txt"),
                   bytesOfText("[SemImageFile]\nPixelSize=24.8\nDataSize=8x6\nDate=03/19/2009\nTime=12:3" +
                               std::to_string(4 + i) + ":56\n"));
    }
    ImageSeries series = openSeries({folder.path()});
    EXPECT_NEAR(series.calibration.pixelWidthUm, 0.0248, 1e-12);
    EXPECT_THAT(codesOfInstruments(series), Not(Contains("files.no-images")));
    assignTimes(series, {});
    EXPECT_EQ(series.frames[2].timeS - series.frames[0].timeS, 120);
    EXPECT_THAT(series.timesBy, HasSubstr("Hitachi date"));
    takeSizes(series, SizeSource::file);
    EXPECT_FALSE(series.calibration.isKnown());
    takeSizes(series, SizeSource::sidecar);
    EXPECT_TRUE(series.calibration.isKnown());
    writeWhole(folder / "notes.txt", std::string_view("my notes"));
    EXPECT_THAT(codesOfInstruments(openSeries({folder.path()})), Contains("files.no-images"));
}

TEST(InstrumentsClock, OfFeisTagsGivesASeriesItsTimesAndAnAmbiguousDateIsSaidOnce) {
    const TemporaryFolder folder;
    const auto write = [&](const std::string& date) {
        for (int i = 0; i < 4; ++i)
            writeWhole(folder / ("s" + std::string(1, static_cast<char>('a' + i)) + ".tif"),
                       test::tiffWithText(
                           8, 5, 34682,
                           "[User]\nDate=" + date + "\nTime=12:3" + std::to_string(i) + ":00 PM\n[Scan]\nPixelWidth=5e-9\n"));
        ImageSeries series = openSeries({folder.path()});
        assignTimes(series, {});
        return series;
    };
    const ImageSeries told = write("03/19/2009");
    EXPECT_EQ(told.frames[3].timeS - told.frames[0].timeS, 180);
    EXPECT_THAT(told.timesBy, HasSubstr("FEI date"));
    const ImageSeries ambiguous = write("03/04/2009");
    EXPECT_EQ(ambiguous.frames[0].timeSource, TimeSource::index);
    const std::vector<std::string> codes = codesOfInstruments(ambiguous);
    EXPECT_EQ(std::ranges::count(codes, "fact.unread"), 1);
}

}  // namespace
}  // namespace coarsen
