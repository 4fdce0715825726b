// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/survey_file.hpp"

#include "core/base/files.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <span>

namespace coarsen {
namespace {

using testing::ElementsAreArray;

class SurveyFile : public testing::Test {
protected:
    TemporaryFolder folder;
    ImageSeries series;
    Recipe recipe = defaultRecipe();

    void SetUp() override {
        RingSettings settings;
        settings.width = 160, settings.height = 120, settings.frames = 5;
        settings.rMaxFromPx = settings.rMaxToPx = 12;
        settings.faults.driftPx = 3;
        writeRingSeries(folder / "images", settings);
        series = openSeries({folder / "images"});
        setText(recipe, "stabilise.on", "true");
        setText(recipe, "dust.find", "still");
    }
    std::string key() const { return surveyKey(series, recipe, {}); }
};

void expectSame(double read, double written) {
    EXPECT_TRUE(read == written || (std::isnan(read) && std::isnan(written))) << read << " " << written;
}

TEST_F(SurveyFile, GivesBackAllThatRowsNeed) {
    const Survey written = surveyOf(series, recipe, 2);
    ASSERT_FALSE(written.seriesMedian.isEmpty());
    writeWhole(folder / "survey.json", surveyJson(written, key()));

    const auto read = readSurvey(folder / "survey.json", key());

    ASSERT_TRUE(read);
    EXPECT_EQ(read->frames, written.frames);
    EXPECT_EQ(read->framesOfMedian, written.framesOfMedian);
    EXPECT_EQ(read->notes, written.notes);
    EXPECT_EQ(read->drift.notes, written.drift.notes);
    const auto pixels = read->seriesMedian.plane<float>();
    EXPECT_THAT(written.seriesMedian.plane<float>(), ElementsAreArray(pixels.begin(), pixels.end()));
    for (int frame = 0; frame < 5; ++frame) {
        const FrameDrift one = frameDrift(read->drift, frame), other = frameDrift(written.drift, frame);
        expectSame(one.xPx, other.xPx);
        expectSame(one.yPx, other.yPx);
        expectSame(one.rotationDeg, other.rotationDeg);
        expectSame(one.errorXPx, other.errorXPx);
        expectSame(one.rotationErrorDeg, other.rotationErrorDeg);
        expectSame(read->drift.partsDifferPx[static_cast<std::size_t>(frame)],
                   written.drift.partsDifferPx[static_cast<std::size_t>(frame)]);
    }
}

TEST_F(SurveyFile, OfOtherSettingsOrImagesIsNone) {
    writeWhole(folder / "survey.json", surveyJson(surveyOf(series, recipe, 2), key()));
    Recipe fit = recipe, reference = recipe;
    setText(fit, "fit.model", "power");
    setText(reference, "stabilise.reference", "mean");

    EXPECT_TRUE(readSurvey(folder / "survey.json", surveyKey(series, fit, {})));
    EXPECT_FALSE(readSurvey(folder / "survey.json", surveyKey(series, reference, {})));
    writeWhole(series.frames[2].file, std::string_view("another picture"));
    EXPECT_FALSE(readSurvey(folder / "survey.json", key()));
}

TEST_F(SurveyFile, ThatIsAwayOrDamagedIsNone) {
    EXPECT_FALSE(readSurvey(folder / "survey.json", key()));
    const std::string whole = surveyJson(surveyOf(series, recipe, 2), key());
    for (const std::string& text : {std::string(), whole.substr(0, whole.size() / 2), "{\"key\":\"" + key() + "\"}"}) {
        writeWhole(folder / "survey.json", text);
        EXPECT_FALSE(readSurvey(folder / "survey.json", key()));
    }
    std::string otherSize = whole;
    otherSize.replace(otherSize.find("160"), 3, "161");
    writeWhole(folder / "survey.json", otherSize);
    EXPECT_FALSE(readSurvey(folder / "survey.json", key()));
}

}  // namespace
}  // namespace coarsen
