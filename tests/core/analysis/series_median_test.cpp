// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/series_median.hpp"

#include "core/analysis/survey.hpp"
#include "core/image/decode.hpp"
#include "core/image/write_png.hpp"
#include "core/preprocess/pipeline.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace coarsen {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr int medianWidth = 240, medianHeight = 180;

/// Specks that are no brighter than the pattern's own bright places: one picture alone cannot tell them.
bool isSpeck(int x, int y) {
    for (const auto& [atX, atY] : {std::pair{60, 50}, {150, 120}, {200, 40}})
        if (std::hypot(x - atX, y - atY) < 4) return true;
    return false;
}

/// Pictures of ring fields that have nothing in common, with the same specks on each.
ImageSeries speckledSeries(const TemporaryFolder& folder, int frames) {
    RingSettings settings;
    settings.width = medianWidth;
    settings.height = medianHeight;
    settings.frames = frames;
    settings.law = RingLaw::constant;
    settings.rMaxFromPx = settings.rMaxToPx = 18;
    for (int i = 0; i < frames; ++i) {
        const Image clean = ringFrame(settings, i).image;
        std::vector<std::uint8_t> pixels;
        for (int y = 0; y < medianHeight; ++y)
            for (int x = 0; x < medianWidth; ++x)
                pixels.push_back(isSpeck(x, y) ? 175 : static_cast<std::uint8_t>(clean.at(x, y)));
        writeGreyPng(folder / ("frame_" + std::to_string(100 + i) + ".png"), Image(medianWidth, medianHeight, std::move(pixels)));
    }
    return openSeries({folder.path()});
}

Recipe lookingFor(const char* dust) {
    Recipe recipe = defaultRecipe();
    setText(recipe, "dust.find", dust);
    return recipe;
}

int masked(const Frame& frame, bool onSpecks) {
    int count = 0;
    for (int y = 0; y < medianHeight; ++y)
        for (int x = 0; x < medianWidth; ++x)
            count += isSpeck(x, y) == onSpecks && !frame.mask.isValid(x, y);
    return count;
}

TEST(SeriesMedian, FindsSpecksThatStandStillInAMovingPattern) {
    const TemporaryFolder folder;
    const ImageSeries series = speckledSeries(folder, 25);
    int specks = 0;
    for (int y = 0; y < medianHeight; ++y)
        for (int x = 0; x < medianWidth; ++x)
            specks += isSpeck(x, y);
    const Recipe still = lookingFor("still"), alone = lookingFor("outliers");
    const Survey survey = surveyOf(series, still, 2);

    const Frame raw = rawFrame(decode(series.frames[3].file), 3, 0);
    const Frame found = finalFrame(raw, still.steps, frameSurvey(survey, 3));

    EXPECT_GT(masked(found, true), 0.9 * specks);
    EXPECT_LT(masked(found, false), 0.01 * medianWidth * medianHeight);
    EXPECT_LT(masked(finalFrame(raw, alone.steps), true), 0.2 * specks) << "else any one picture would do";
}

TEST(SeriesMedian, DoesNotDependOnThreads) {
    const TemporaryFolder folder;
    const ImageSeries series = speckledSeries(folder, 6);

    const Image one = seriesMedian(series, lookingFor("still"), 1), two = seriesMedian(series, lookingFor("still"), 2);

    EXPECT_TRUE(std::ranges::equal(one.plane<float>(), two.plane<float>()));
}

TEST(SeriesMedian, IsNotLookedForWithoutNeedAndNotFoundInTwoFrames) {
    const TemporaryFolder folder;
    const ImageSeries series = speckledSeries(folder, 2);

    EXPECT_TRUE(seriesMedian(series, lookingFor("outliers"), 1).isEmpty());
    const Survey survey = surveyOf(series, lookingFor("still"), 1);
    EXPECT_TRUE(survey.seriesMedian.isEmpty());
    EXPECT_THAT(survey.notes, ElementsAre(HasSubstr("fewer than three frames")));
}

TEST(SurveyHash, ChangesWithWhatTheSurveySees) {
    const Recipe still = lookingFor("still");
    Recipe painted = still, flatter = still, stabilised = still, repainted = still, smoothed = still, cropped = still,
           shown = still;
    setText(painted, "dust.strokes", "+8 10,10");
    setText(flatter, "flatten.order", "3");
    setText(stabilised, "stabilise.on", "true");
    setText(smoothed, "median.on", "true");
    setText(cropped, "crop.width", "100");
    setText(shown, "contrast.apply", "true");
    repainted = stabilised;
    setText(repainted, "dust.strokes", "+8 10,10");

    EXPECT_EQ(surveyHash(painted, {}), surveyHash(still, {})) << "a stroke does not move the median";
    EXPECT_EQ(surveyHash(smoothed, {}), surveyHash(still, {})) << "what comes after dust does not";
    EXPECT_EQ(surveyHash(shown, {}), surveyHash(still, {}));
    EXPECT_NE(surveyHash(cropped, {}), surveyHash(still, {})) << "a crop is foreseen: light is judged by what it leaves";
    EXPECT_NE(surveyHash(flatter, {}), surveyHash(still, {}));
    EXPECT_NE(surveyHash(stabilised, {}), surveyHash(still, {}));
    EXPECT_NE(surveyHash(repainted, {}), surveyHash(stabilised, {})) << "drift is found on what dust leaves";
}

}  // namespace
}  // namespace coarsen
