// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/series_warnings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace coarsen {
namespace {

using testing::HasSubstr;
using testing::Not;

std::vector<FrameResult> grownTo(double rMaxPx, double saturated) {
    std::vector<FrameResult> rows(3);
    for (FrameResult& row : rows) {
        row.image.widthPx = 1500;
        row.image.heightPx = 750;
        row.rMax.px = 20;
        row.image.saturatedFraction = 0;
    }
    rows[1].rMax.px = rMaxPx;
    rows[2].rMax.px = ImageFacts::nan;
    rows[2].image.saturatedFraction = saturated;
    return rows;
}

TEST(SeriesWarnings, JudgeByTheLargestFrameAndTheMostSaturatedOne) {
    Recipe recipe = defaultRecipe();
    set(recipe, "flatten.method", std::string("blur"));
    set(recipe, "flatten.sigma", 50.0);

    const auto list = seriesWarnings(recipe, grownTo(100, 0.04));

    ASSERT_EQ(list.size(), 2u);
    EXPECT_EQ(list[0].key, "flatten.sigma");
    EXPECT_THAT(list[0].text, HasSubstr("0.50 of the largest R_max"));
    EXPECT_EQ(list[0].remedyValue, "100");
    EXPECT_THAT(list[1].text, HasSubstr("4.0 %"));
}

TEST(SeriesWarnings, DoNotJudgeByRMaxWhereTheLengthIsXi) {
    Recipe recipe = defaultRecipe();
    setText(recipe, "channels.use", "orientation");
    EXPECT_TRUE(seriesWarnings(recipe, grownTo(300, 0)).empty());

    setText(recipe, "fit.length", "r_max");
    EXPECT_FALSE(seriesWarnings(recipe, grownTo(300, 0)).empty());
    setText(recipe, "fit.length", "xi");
    setText(recipe, "measure.mean", "none");
    ASSERT_EQ(seriesWarnings(recipe, grownTo(300, 0)).size(), 1u);
    EXPECT_THAT(seriesWarnings(recipe, grownTo(300, 0)).front().text, HasSubstr("correlation lengths are read too long"));
}

TEST(SeriesWarnings, NameTheFaultThatMostFramesShowAndWhatMendsIt) {
    const auto saidOf = [](PictureFault fault) {
        std::vector<FrameResult> rows = grownTo(60, 0);
        rows.front().rMax.fault = PictureFault::spectrum;
        for (std::size_t i = 1; i < rows.size(); ++i)
            rows[i].rMax.fault = fault;
        rows.push_back(rows.back());
        std::string keys;
        for (const Warning& warning : seriesWarnings(defaultRecipe(), rows))
            keys += warning.key + (warning.remedyValue.empty() ? "" : "=" + warning.remedyValue) + " ";
        return keys;
    };

    EXPECT_EQ(saidOf(PictureFault::surround), "surround.circle=90 ");  // 1.5 times the largest R_max
    EXPECT_EQ(saidOf(PictureFault::twoLengths), "measure.two_lengths ");
    EXPECT_EQ(saidOf(PictureFault::stripesOfLines), "measure.bands ");
    EXPECT_EQ(saidOf(PictureFault::columnBands), "lines.means=columns ");
}

TEST(SeriesWarnings, SayHowManyFramesShowAFault) {
    const auto saidWith = [](std::size_t frames) {
        std::vector<FrameResult> rows = grownTo(60, 0.04);
        for (std::size_t i = 0; i < frames; ++i)
            rows[i].rMax.fault = PictureFault::spectrum;
        std::string said;
        for (const Warning& warning : seriesWarnings(defaultRecipe(), rows))
            said += warning.text + "\n";
        return said;
    };

    EXPECT_THAT(saidWith(1), HasSubstr("as the camera gave them. 1 of 3 frames shows it.\n"));
    EXPECT_THAT(saidWith(2), HasSubstr(" 2 of 3 frames show it.\n"));
    EXPECT_THAT(saidWith(3), HasSubstr(" All 3 frames show it.\n"));
    EXPECT_THAT(saidWith(3), HasSubstr("4.0 %")) << "saturated, which is no fault of this kind";
    EXPECT_THAT(saidWith(0), Not(HasSubstr("frames show")));
}

TEST(SeriesWarnings, AreNoneForASoundSeriesOrNone) {
    EXPECT_TRUE(seriesWarnings(defaultRecipe(), grownTo(60, 0)).empty());
    EXPECT_TRUE(seriesWarnings(defaultRecipe(), {}).empty());
}

}  // namespace
}  // namespace coarsen
