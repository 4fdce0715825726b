// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/comparison.hpp"

#include "core/base/error.hpp"
#include "core/export/comparison_csv.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace coarsen {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Six frames an hour apart whose length is `px` at the first and grows by 2 px a frame; error 0.5 px.
Session measured(double px, const std::string& engine = "cpu-fft") {
    Session session;
    session.recipe = defaultRecipe();
    session.recipe.fit.t0S = std::nullopt;
    session.recipe.fit.model = "line";
    for (int frame = 0; frame < 6; ++frame) {
        FrameSource source;
        source.name = "f_" + std::to_string(frame) + ".png";
        source.timeS = 3600.0 * frame;
        session.series.frames.push_back(source);
        FrameResult row;
        row.frame = frame;
        row.file = source.name;
        row.timeS = source.timeS;
        row.status = FrameStatus::ok;
        row.engine = engine;
        row.inputSha256 = "hash" + std::to_string(frame);
        row.rMax = {px + 2 * frame, 0.5, 0.3, Quality::good, ""};
        session.results[frame] = shared(std::move(row));
        session.resultKeys[frame] = session.keysOfToday().of(frame);
    }
    return session;
}

void change(Session& session, int frame, const auto& how) {
    FrameResult row = *session.results.at(frame);
    how(row);
    session.results[frame] = shared(std::move(row));
}

ResultComparison compared(const Session& here, const Session& other) {
    return comparisonOf(here.results, here.excluded, otherResult(here, other, "b.coarsen"), "r_max");
}

InputError refusalOf(const Session& here, const Session& other) {
    try {
        otherResult(here, other, "b.coarsen");
    } catch (const InputError& error) {
        return error;
    }
    return InputError("", "it was taken");
}

TEST(ResultComparison, GivesMeanAndLargestDifferenceAndHowManyAreWithinTheErrors) {
    const Session here = measured(20);
    Session other = measured(20.25, "cpu-simd");
    change(other, 4, [](FrameResult& row) { row.rMax.px -= 2.5, row.rMax.errorPx = 1; });

    const ResultComparison comparison = compared(here, other);

    EXPECT_EQ(comparison.counted, 6);
    EXPECT_EQ(comparison.withinErrors, 5);
    EXPECT_NEAR(comparison.meanPx, (5 * 0.25 - 2.25) / 6, 1e-12);
    ASSERT_TRUE(comparison.largest());
    EXPECT_EQ(comparison.largest()->frame, 4);
    EXPECT_NEAR(comparison.largest()->differencePx(), -2.25, 1e-12);
    EXPECT_NEAR(comparison.largest()->differenceInErrors(), -2.25, 1e-12);  // of the larger error, 1 px
    EXPECT_NEAR(comparison.find(0)->differenceInErrors(), 0.5, 1e-12);
    EXPECT_EQ(comparison.find(6), nullptr);
}

TEST(ResultComparison, OfAResultWithItselfIsNothingAndWithinTheErrorsEvenWithoutAny) {
    Session here = measured(20);
    change(here, 2, [](FrameResult& row) { row.rMax.errorPx = std::nan(""); });

    const ResultComparison comparison = compared(here, here);

    EXPECT_EQ(comparison.withinErrors, 6);
    EXPECT_EQ(comparison.meanPx, 0);
    EXPECT_EQ(comparison.largest()->differencePx(), 0);
}

TEST(ResultComparison, NamesFramesThatOneAloneHasAndLeavesExcludedOnesOutOfWhatIsSaid) {
    Session here = measured(20), other = measured(21);
    change(here, 1, [](FrameResult& row) { row.rMax = noLength("no maximum"); });
    other.results.erase(5);
    here.excluded = {2};
    other.excluded = {3};

    const ResultComparison comparison = compared(here, other);

    EXPECT_THAT(comparison.onlyOther, ElementsAre(1));
    EXPECT_THAT(comparison.onlyHere, ElementsAre(5));
    EXPECT_EQ(comparison.counted, 2);
    EXPECT_EQ(comparison.frames.size(), 4u);
    EXPECT_TRUE(comparison.find(2)->isExcluded && comparison.find(3)->isExcluded);
}

TEST(ResultComparison, FindsFramesThatHaveAnotherNumberAndFilesThatWereRenamedByTheirHash) {
    const Session here = measured(20);
    Session other = measured(21);
    std::erase_if(other.results, [](const auto& each) { return each.first < 2; });
    for (FrameSource& source : other.series.frames)
        source.name = "renamed_" + source.name;

    const OtherResult result = otherResult(here, other, "b.coarsen");

    EXPECT_EQ(result.rows.size(), 4u);
    EXPECT_DOUBLE_EQ(result.rows.at(3)->rMax.px, 27);
    EXPECT_EQ(result.strangers, 0);
}

TEST(ResultComparison, TakesNamesWhereAFrameIsNotMeasuredHereAndItsHashOnceItIs) {
    Session here = measured(20);
    const Session other = measured(21);
    const FrameResults rows = std::exchange(here.results, {});
    const OtherResult result = otherResult(here, other, "b.coarsen");
    EXPECT_EQ(comparisonOf({}, {}, result, "r_max").onlyOther.size(), 6u);

    here.results = rows;
    change(here, 3, [](FrameResult& row) { row.inputSha256 = "another"; });
    const ResultComparison comparison = comparisonOf(here.results, {}, result, "r_max");

    EXPECT_EQ(comparison.otherImages, 1);
    EXPECT_EQ(comparison.counted, 5);
    EXPECT_EQ(comparison.find(3), nullptr);
}

TEST(ResultComparison, TakesOnlyRowsOfTheOthersPresentRecipe) {
    const Session here = measured(20);
    Session other = measured(21);
    other.resultKeys[4].measurement = "of another recipe";

    EXPECT_THAT(compared(here, other).onlyHere, ElementsAre(4));
}

TEST(ResultComparison, RefusesAnotherSeriesAndSaysWhatDiffers) {
    const Session here = measured(20);
    Session stranger = measured(21);
    for (int frame = 0; frame < 6; ++frame) {
        stranger.series.frames[static_cast<std::size_t>(frame)].name = "g_" + std::to_string(frame) + ".png";
        change(stranger, frame, [&](FrameResult& row) { row.inputSha256 = "g"; });
    }
    const InputError ofStranger = refusalOf(here, stranger);
    EXPECT_EQ(ofStranger.subject(), "b.coarsen");
    EXPECT_THAT(ofStranger.reason(), HasSubstr("another series"));
    EXPECT_THAT(ofStranger.reason(), HasSubstr("'g_0.png'"));
    EXPECT_THAT(ofStranger.reason(), HasSubstr("'f_0.png'"));

    Session changed = measured(21);
    change(changed, 2, [](FrameResult& row) { row.inputSha256 = "another"; });
    EXPECT_THAT(refusalOf(here, changed).reason(), HasSubstr("1 frame of it shows another image"));
    EXPECT_THAT(refusalOf(here, changed).reason(), HasSubstr("'f_2.png'"));

    Session unmeasured = measured(21);
    unmeasured.results.clear();
    EXPECT_THAT(refusalOf(here, unmeasured).reason(), HasSubstr("none of its frames is measured"));
}

TEST(ResultComparison, HasTheOthersLawInPixelsOverItsFittedFrames) {
    const Session here = measured(20);
    Session other = measured(21);
    other.calibration = {0.5, 0.5, "typed"};
    other.resultKeys.clear();
    for (int frame = 0; frame < 6; ++frame)
        other.resultKeys[frame] = other.keysOfToday().of(frame);

    const OtherResult result = otherResult(here, other, "b.coarsen");

    ASSERT_TRUE(result.fit);
    EXPECT_EQ(result.fittedFromS, 0);
    EXPECT_EQ(result.fittedToS, 5 * 3600);
    EXPECT_NEAR(result.fittedPxAt(2.5 * 3600), 26, 1e-6);  // 21 px + 2 px an hour

    other.series.frames[1].timeS += 60;
    EXPECT_FALSE(otherResult(here, other, "b.coarsen").fit);
}

TEST(ResultComparison, NamesTheSettingsThatDifferAndDecideSomething) {
    Recipe here = defaultRecipe();
    setText(here, "flatten.method", "polynomial");
    EXPECT_THAT(recipeDifferences(here, here), IsEmpty());
    Recipe other = here;
    setText(other, "flatten.method", "blur");
    setText(other, "filter.sigma", "7");  // of a step that is off in both

    const auto differences = recipeDifferences(here, other);

    ASSERT_FALSE(differences.empty());
    EXPECT_EQ(differences[0].key, "flatten.method");
    EXPECT_EQ(differences[0].here, "polynomial");
    EXPECT_EQ(differences[0].other, "blur");
    for (const RecipeDifference& one : differences)
        EXPECT_NE(one.key, "filter.sigma");

    setText(other, "flatten.on", "false");
    ASSERT_EQ(recipeDifferences(here, other).size(), 1u);
    EXPECT_EQ(recipeDifferences(here, other)[0].key, "flatten.on");
    EXPECT_EQ(recipeDifferences(here, other)[0].other, "false");
}

TEST(ResultComparison, IsWrittenAsATable) {
    Session here = measured(20);
    Session other = measured(20.25);
    other.results.erase(5);
    here.excluded = {1};
    const OtherResult result = otherResult(here, other, "b.coarsen");
    const std::string text =
        comparisonCsv(here.series, here.results, comparisonOf(here.results, here.excluded, result, "r_max"), result);

    EXPECT_THAT(text, testing::StartsWith(
                          "frame,file,page,length,value_px,err_px,other_px,other_err_px,difference_px,difference_errors,excluded,"
                          "other\n0,f_0.png,0,r_max,20,0.5,20.25,0.5,0.25,0.5,no,b.coarsen\n"
                          "1,f_1.png,0,r_max,22,0.5,22.25,0.5,0.25,0.5,yes,b.coarsen\n"));
    EXPECT_THAT(text, testing::EndsWith("\n5,f_5.png,0,r_max,30,0.5,,,,,no,b.coarsen\n"));
}

}  // namespace
}  // namespace coarsen
