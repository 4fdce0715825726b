// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/survey.hpp"

#include "core/base/error.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace coarsen {
namespace {

/// A series that drifts, with dust that stands still.
class GrowingSurvey : public testing::Test {
protected:
    TemporaryFolder folder;
    ImageSeries whole;
    int looks = 0;

    static constexpr int frames = 24;
    void SetUp() override {
        RingSettings settings;
        settings.width = 300;
        settings.height = 220;
        settings.frames = frames;
        settings.law = RingLaw::constant;
        settings.rMaxFromPx = settings.rMaxToPx = 20;
        settings.zoom = true;  // the same pattern in every frame
        settings.faults = {.light = 0.2, .dust = 20, .driftPx = 9, .noise = 0.3};
        writeRingSeries(folder.path(), settings);
        std::filesystem::remove(folder / "truth.csv");
        std::filesystem::remove(folder / "truth.json");
        whole = openSeries({folder.path()});
    }
    ImageSeries first(int count) const {
        ImageSeries series = whole;
        series.frames.resize(static_cast<std::size_t>(count));
        return series;
    }
    static Recipe stabilising(const char* reference, const char* dust = "outliers") {
        Recipe recipe = defaultRecipe();
        setText(recipe, "stabilise.on", "true");
        setText(recipe, "stabilise.reference", reference);
        setText(recipe, "dust.find", dust);
        return recipe;
    }
    Survey extended(const Survey& before, int count, const Recipe& recipe) {
        looks = 0;
        return surveyOf(
            first(count), recipe, 2, [this](int, int) { ++looks; }, {}, before);
    }
    static void expectSameDrift(const Drift& a, const Drift& b, const char* of) {
        ASSERT_EQ(a.shifts.size(), b.shifts.size()) << of;
        for (std::size_t i = 0; i < a.shifts.size(); ++i) {
            EXPECT_EQ(a.shifts[i].x, b.shifts[i].x) << of << i;
            EXPECT_EQ(a.shifts[i].y, b.shifts[i].y) << of << i;
            if (a.isKnown[i]) {
                EXPECT_EQ(a.errors[i].xPx, b.errors[i].xPx) << of << i;
            }
            EXPECT_EQ(a.isKnown[i], b.isKnown[i]) << of << i;
        }
        EXPECT_EQ(a.notes, b.notes) << of;
    }
};

TEST_F(GrowingSurvey, ComparesNoPixelsOfDifferentSize) {
    ImageSeries mixed = first(3);
    mixed.calibration = {1, 1, "TIFF"};
    mixed.frames[2].ownSize = Calibration{0.5, 0.5, "TIFF"};
    try {
        surveyOf(mixed, stabilising("first"), 1);
        FAIL() << "frames of two magnifications were laid upon each other";
    } catch (const SettingError& error) {
        EXPECT_THAT(error.what(), testing::HasSubstr("stabilise.on: it compares frames pixel by pixel"));
        EXPECT_THAT(error.what(), testing::HasSubstr("give one pixel size for all"));
    }
    EXPECT_NO_THROW(surveyOf(mixed, defaultRecipe(), 1));
}

TEST_F(GrowingSurvey, FindsTheSameDriftFrameByFrameAsAtOnceAndLooksAtNewFramesOnly) {
    std::filesystem::resize_file(whole.frames[17].file, 300);  // the next one is compared with the frame before it
    for (const char* reference : {"previous", "first", "mean"}) {
        const Recipe recipe = stabilising(reference);
        const Survey atOnce = surveyOf(whole, recipe, 2);
        Survey survey = surveyOf(first(16), recipe, 2);
        for (int count = 17; count < frames; ++count) {
            survey = extended(survey, count, recipe);
            EXPECT_EQ(looks, 1) << reference;
        }

        survey = extended(survey, frames, recipe);

        EXPECT_EQ(survey.frames, frames);
        expectSameDrift(survey.drift, atOnce.drift, reference);
    }
}

TEST_F(GrowingSurvey, FromItsFirstFrameOnFindsTheSameDrift) {
    for (const char* reference : {"previous", "first", "mean"}) {
        const Recipe recipe = stabilising(reference);
        Survey survey;
        for (int count = 1; count <= 6; ++count)
            survey = extended(survey, count, recipe);

        expectSameDrift(survey.drift, surveyOf(first(6), recipe, 2).drift, reference);
    }
}

TEST_F(GrowingSurvey, KeepsTheMedianOfStillDustUntilTheSeriesHasGrownByAFifth) {
    const Recipe recipe = stabilising("previous", "still");
    const Survey ten = surveyOf(first(10), recipe, 2);
    const auto isMedian = [](const Survey& a, const Survey& b) {
        return std::ranges::equal(a.seriesMedian.plane<float>(), b.seriesMedian.plane<float>());
    };

    const Survey twelve = extended(ten, 12, recipe);
    EXPECT_EQ(looks, 2);
    const Survey thirteen = extended(twelve, 13, recipe);

    EXPECT_TRUE(isMedian(twelve, ten));
    EXPECT_EQ(twelve.framesOfMedian, 10);
    const Survey atOnce = surveyOf(first(13), recipe, 2);
    EXPECT_TRUE(isMedian(thirteen, atOnce));
    EXPECT_FALSE(isMedian(thirteen, ten));
    EXPECT_EQ(thirteen.framesOfMedian, 13);
    expectSameDrift(thirteen.drift, atOnce.drift, "still");
}

}  // namespace
}  // namespace coarsen
