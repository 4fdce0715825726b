// SPDX-License-Identifier: GPL-3.0-or-later
// Whole TIFFs with the private tags of microscopes.
#include "core/image/decode.hpp"
#include "tests/support/instrument_files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace coarsen {
namespace {

using test::clockS;
using test::feiText;
using test::LaidOut;
using test::MadeTag;

TEST(InstrumentTiff, TagsAreReadFromTheFile) {
    for (const std::uint16_t number : {std::uint16_t{34680}, std::uint16_t{34682}}) {
        const ImageHeader header = imageHeader(test::tiffWithText(8, 6, number, feiText), "/nowhere/a.tif");
        EXPECT_EQ(statedSize(header)->x, 5e-9 * 1e6);
        EXPECT_EQ(header.facts.pictureRows->value, 5);
        EXPECT_EQ(header.facts.times.front().value.seconds, clockS);
        EXPECT_EQ(header.facts.writer, "FEI");
        EXPECT_EQ(header.pages, 1);
    }
    const std::string titan = "<A><PixelSize><X unit='m'>5E-09</X><Y unit='m'>5E-09</Y></PixelSize></A>";
    EXPECT_EQ(statedSize(imageHeader(test::tiffWithText(8, 6, 34683, titan), "/nowhere/a.tif"))->x, 5e-9 * 1e6);
    LaidOut ofGatan, ofSis = test::sisBlocks(), ofTvips = test::tvipsHeader();
    const std::vector<MadeTag> gatan = test::gatanTags(ofGatan, "nm", 0.5);
    EXPECT_EQ(statedSize(imageHeader(test::tiffWithTags(4, 4, gatan, ofGatan.bytes), "/nowhere/a.tif"))->x, 0.0005)
        << "a text of three bytes lies in its entry";
    EXPECT_NEAR(statedSize(imageHeader(test::tiffWithTags(4, 4, {{33560, 4, 1, 0}}, ofSis.bytes), "/nowhere/a.tif"))->x, 0.125,
                1e-12);
    EXPECT_EQ(statedSize(imageHeader(test::tiffWithTags(4, 4, {{37706, 4, 1, 0}}, ofTvips.bytes), "/nowhere/a.tif"))->x, 0.0005);
}

TEST(InstrumentTiff, TagsOfNoBytesSayNothing) {
    for (const std::uint16_t number : conventions::instrumentTagNumbers) {
        const FileFacts facts = imageHeader(test::tiffWithText(8, 6, number, ""), "/nowhere/a.tif").facts;
        EXPECT_TRUE(facts.sizes.empty()) << number;
        EXPECT_FALSE(facts.pictureRows) << number;
    }
}

TEST(InstrumentTiff, MetaMorphsPlanesLieBehindOneDirectory) {
    LaidOut beside;
    const std::vector<MadeTag> tags = test::stackTags(beside);
    const auto bytes = test::tiffWithTags(3, 2, tags, beside.bytes, 1, 4);
    const ImageHeader header = imageHeader(bytes, "/nowhere/a.stk");
    EXPECT_EQ(header.pages, 4);
    EXPECT_EQ(header.stack.times, 4);
    EXPECT_EQ(statedSize(header)->x, 0.13);
    for (int page = 0; page < 4; ++page)
        EXPECT_EQ(decode(bytes, "/nowhere/a.stk", page).image.at(2, 1), page + 1);
    const ImageHeader cut = imageHeader(test::tiffWithTags(64, 64, tags, beside.bytes, 1, 3), "/nowhere/a.stk");
    EXPECT_EQ(cut.facts.scenes.front().planes.back().page, -1);
}

TEST(InstrumentTiff, APreviewBeforeThePictureOfOlympusIsNone) {
    LaidOut blocks = test::sisBlocks();
    const std::vector<MadeTag> tags{{33560, 4, 1, 0}};
    const auto bytes = test::tiffWithTags(3, 2, tags, blocks.bytes, 2, 1, false, 1);
    const ImageHeader header = imageHeader(bytes, "/nowhere/a.tif");
    EXPECT_EQ(header.pages, 1);
    EXPECT_EQ(header.facts.reduced, 1);
    EXPECT_EQ(header.stack.pageOf(0), 1);
    EXPECT_NEAR(statedSize(header)->x, 0.125, 1e-12);
}

TEST(InstrumentTiff, LsmsThumbnailsAreNoPictures) {
    LaidOut info = test::lsmInfo(3, 1, 1, 3);
    const auto bytes = test::tiffWithTags(3, 2, {{34412, 1, info.size(), 0}}, info.bytes, 3, 1, true);
    const ImageHeader header = imageHeader(bytes, "/nowhere/a.lsm");
    EXPECT_EQ(header.stack.times, 3);
    EXPECT_EQ(header.facts.reduced, 3);
    ASSERT_EQ(header.facts.scenes.size(), 1u);
    EXPECT_EQ(header.facts.scenes.front().planes[2].page, 4);
    EXPECT_EQ(header.facts.scenes.front().planes[2].times.front().value.seconds, 5);
    EXPECT_EQ(decode(bytes, "/nowhere/a.lsm", 4).image.at(0, 0), 3);
}

}  // namespace
}  // namespace coarsen
