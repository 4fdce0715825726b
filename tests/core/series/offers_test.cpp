// SPDX-License-Identifier: GPL-3.0-or-later
// What files offer for the size of their pixels, and what they say as a table.
#include "core/series/facts_table.hpp"
#include "core/series/frame_sizes.hpp"
#include "core/series/sizes_offered.hpp"
#include "tests/support/entrance_files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace coarsen {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

ImageSeries openedEntrance(const char* input) {
    ImageSeries series = openSeries({test::entranceFiles() / input});
    assignTimes(series, {});
    return series;
}

const FactRow* factNamed(const std::vector<FactRow>& facts, const std::string& name) {
    const auto found = std::ranges::find(facts, name, &FactRow::fact);
    return found == facts.end() ? nullptr : &*found;
}

TEST(SizesOffered, APrintsDensityIsOfferedAndNotTakenUnasked) {
    const auto offers = sizesOffered(openedEntrance("densities/dpi80.png"));
    ASSERT_EQ(offers.size(), 1u);
    EXPECT_EQ(offers[0].trust, Trust::offered);
    EXPECT_EQ(offers[0].source, SizeSource::density);
    EXPECT_NEAR(offers[0].size.x, 317.5, 0.1);
    EXPECT_EQ(sizeTaken(offers, SizeSource::best), nullptr);
    EXPECT_EQ(sizeTaken(offers, SizeSource::file), nullptr);
    EXPECT_EQ(sizeTaken(offers, SizeSource::density), &offers[0]);
}

TEST(SizesOffered, AProgramsSizeIsStatedAndTheBest) {
    const auto offers = sizesOffered(openedEntrance("ij_sequence_t_names"));
    ASSERT_FALSE(offers.empty());
    EXPECT_EQ(offers[0].trust, Trust::stated);
    EXPECT_THAT(offers[0].by, HasSubstr("ImageJ"));
    EXPECT_EQ(sizeTaken(offers, SizeSource::best), &offers[0]);
}

TEST(SizesOffered, AreReadAgainWhereASessionForgotThem) {
    ImageSeries series = openedEntrance("ij_sequence_t_names");
    const auto before = sizesOffered(series);
    series.first.facts = {};
    EXPECT_EQ(sizesOffered(series), before);
    series.frames.front().file = "/nowhere/a.tif";
    EXPECT_THAT(sizesOffered(series), IsEmpty());
}

TEST(SizesThatCount, ATypedSizeStandsInForEachFramesOwn) {
    const ImageSeries series = openedEntrance("pixel_sizes_differ");
    ASSERT_TRUE(haveOwnSizes(series));
    EXPECT_TRUE(haveOwnSizes(withSizesThatCount(series, series.calibration)));
    EXPECT_FALSE(haveOwnSizes(withSizesThatCount(series, {2, 2, "typed"})));
    EXPECT_FALSE(haveOwnSizes(withSizesThatCount(series, {2, 2, "typed, from PNG pHYs"})));
    EXPECT_EQ(sizeOf(series.frames.back(), {2, 2, "typed, from PNG pHYs"}).pixelWidthUm, 2);
}

TEST(SizesThatCount, ThoseOfTheFilesAreThereToBeTakenAgainAfterATypedOne) {
    ImageSeries series = openedEntrance("pixel_sizes_differ");
    const std::vector<FrameSource> before = series.frames;
    takeTypedSize(series, {2, 2, "typed"});
    EXPECT_EQ(series.frames, before);
    const bool isSaid = std::ranges::any_of(series.notes, [](const Said& said) { return said.code == "size.other"; });
    EXPECT_TRUE(isSaid);
}

TEST(SizesThatCount, WhatIsLeftOutAsAskedIsSaid) {
    ImageSeries series = openedEntrance("ij_sequence_t_names");
    takeSizes(series, SizeSource::none);
    EXPECT_FALSE(series.calibration.isKnown());
    const auto said = std::ranges::find(series.notes, "size.other", &Said::code);
    ASSERT_NE(said, series.notes.end());
    EXPECT_THAT(said->text, testing::HasSubstr("0.5"));

    ImageSeries silent = openedEntrance("decimal_names");
    takeSizes(silent, SizeSource::none);
    EXPECT_TRUE(std::ranges::none_of(silent.notes, [](const Said& one) { return one.code == "size.other"; }));
}

TEST(FactsOfFrame, SayWhoSaysThemAndHowFarTheyAreTrusted) {
    const ImageSeries series = openedEntrance("ij_sequence_t_names");
    const auto facts = factsOfFrame(series, 0, series.calibration);
    const FactRow* const interval = factNamed(facts, "Interval");
    ASSERT_TRUE(interval);
    EXPECT_THAT(interval->by, HasSubstr("ImageJ finterval"));
    EXPECT_EQ(interval->trust, "stated");
    ASSERT_TRUE(factNamed(facts, "Pixel size"));
    EXPECT_EQ(factNamed(facts, "Pixel size")->trust, "stated");
    ASSERT_TRUE(factNamed(facts, "Pixel size that counts"));
    EXPECT_EQ(factsOfFrame(series, 0, {2, 2, "typed"})[1].trust, "typed");
    EXPECT_EQ(factsOfFrame(series, 0, {2, 2, "typed"})[1].value, "2 \u00B5m");
}

TEST(FactsOfFrame, SayWhatIsOnlyOffered) {
    const ImageSeries series = openedEntrance("densities/dpi80.png");
    const auto facts = factsOfFrame(series, 0, series.calibration);
    ASSERT_TRUE(factNamed(facts, "Pixel size"));
    EXPECT_EQ(factNamed(facts, "Pixel size")->trust, "offered");
    EXPECT_EQ(factNamed(facts, "Pixel size that counts")->value, "none");
}

TEST(FactsOfFrame, AreATableToPaste) {
    EXPECT_EQ(tabbedText({{"Interval", "60 s", "ImageJ", "stated"}, {"Not understood", "a\tb\nc", "x.tif", "not read"}}),
              "fact\tvalue\tsaid by\ttrust\nInterval\t60 s\tImageJ\tstated\nNot understood\ta b c\tx.tif\tnot read\n");
}

}  // namespace
}  // namespace coarsen
