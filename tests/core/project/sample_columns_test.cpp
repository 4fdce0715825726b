// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/sample_columns.hpp"

#include "core/base/error.hpp"
#include "tests/core/project/known_samples.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace coarsen {
namespace {

using test::KnownSample;

constexpr double none = std::numeric_limits<double>::quiet_NaN();

SampleValue valueOf(const char* column, const SampleLine& line, double time = none) {
    return sampleColumn(column).value(line, time);
}

Sample linear() {
    return test::sampleOf(KnownSample{.x = 25, .quench = 1000});
}

TEST(SampleColumns, AreNamedOnce) {
    std::set<std::string> keys, labels;
    for (const SampleColumn& column : sampleColumns()) {
        EXPECT_TRUE(keys.insert(column.key).second) << column.key;
        EXPECT_TRUE(labels.insert(column.label).second) << column.label;
        EXPECT_FALSE(column.about.empty());
    }
    EXPECT_THROW(sampleColumn("colour"), SettingError);
}

TEST(SampleColumns, SayWhatTheLawsSay) {
    const Sample sample = linear();

    EXPECT_EQ(valueOf("x", sample).value, 25);
    EXPECT_NEAR(valueOf("rate", sample).value, 0.05, 1e-12);
    EXPECT_EQ(valueOf("rate", sample).law, "origin-line");
    EXPECT_EQ(valueOf("rate", sample).error, sample.chosenFit()->parameters.front().error);
    EXPECT_NEAR(valueOf("exponent", sample).value, 1, 1e-9);
    EXPECT_EQ(valueOf("exponent", sample).law, "power");
    EXPECT_NEAR(valueOf("length_first", sample).value, 5, 1e-12);
    EXPECT_NEAR(valueOf("length_last", sample).value, 30, 1e-12);
    EXPECT_NEAR(valueOf("length_last", sample).error, 0.3, 1e-12);
    EXPECT_NEAR(valueOf("length_mean", sample).value, 17.5, 1e-12);
    EXPECT_NEAR(valueOf("length_at", sample, 250).value, 12.5, 1e-12);
    EXPECT_TRUE(std::isnan(valueOf("length_at", sample).value));
    EXPECT_EQ(valueOf("time_first", sample).value, 100);
    EXPECT_EQ(valueOf("time_last", sample).value, 600);
    EXPECT_EQ(valueOf("frames", sample).value, 6);
    EXPECT_EQ(valueOf("domains", sample).value, 200);
}

TEST(SampleColumns, TakeWhatThereIsWithoutAQuench) {
    Sample sample = linear();
    sample.settings.t0S.reset();
    sample.settings.model = lawByQuench;
    sample.fits = fitGrowth(sample.growth, sample.settings);

    EXPECT_EQ(valueOf("rate", sample).law, "line");
    EXPECT_EQ(valueOf("exponent", sample).law, "power-t0");
    EXPECT_EQ(valueOf("law_value", sample).value, valueOf("rate", sample).value);
}

TEST(SampleColumns, FollowTheChosenLaw) {
    Sample sample = linear();
    sample.settings.model = "power";

    EXPECT_EQ(valueOf("exponent", sample).law, "power");
    EXPECT_EQ(valueOf("rate", sample).law, "line") << "a power law has no rate";
    EXPECT_EQ(valueOf("chi2", sample).law, "power");
}

TEST(SampleColumns, OfARangeAreOfItsFrames) {
    Sample sample = linear();
    sample.settings.fromS = 1250;
    sample.settings.toS = 1550;

    EXPECT_NEAR(valueOf("length_first", sample).value, 15, 1e-12);
    EXPECT_EQ(valueOf("time_last", sample).value, 500);
}

TEST(SampleColumns, OfAConditionAreThoseOfItsRepeats) {
    const std::vector<Condition> conditions = conditionsOf({linear(), linear()});

    EXPECT_NEAR(valueOf("rate", conditions.front()).value, 0.05, 1e-9);
    EXPECT_EQ(valueOf("x", conditions.front()).value, 25);
    EXPECT_EQ(valueOf("measured", conditions.front()).value, 6);
    EXPECT_TRUE(std::isnan(valueOf("frames", conditions.front()).value));
}

TEST(SampleColumns, OfASampleWithoutResultsAreEmpty) {
    const Sample nothing = sampleWithout({.name = "gone", .x = 7}, "gone");
    for (const SampleColumn& column : sampleColumns())
        if (column.key != "x" && column.key != "frames" && column.key != "measured") {
            EXPECT_TRUE(std::isnan(column.value(nothing, 1).value)) << column.key;
        }
    EXPECT_EQ(valueOf("x", nothing).value, 7);
}

TEST(SampleColumns, HaveUnits) {
    Sample sample = linear();
    EXPECT_EQ(unitOf(sampleColumn("rate"), sample), "um/s");
    EXPECT_EQ(unitOf(sampleColumn("amplitude"), sample), "um/s^n");
    EXPECT_EQ(unitOf(sampleColumn("exponent"), sample), "");
    EXPECT_EQ(unitOf(sampleColumn("time_last"), sample), "s");
    EXPECT_EQ(unitOf(sampleColumn("contrast"), sample), "grey levels");
    sample.growth.lengthUnit = "px";
    sample.growth.timeUnit = "frame";
    EXPECT_EQ(unitOf(sampleColumn("rate"), sample), "px/frame");
    sample.settings.model = "lsw";
    EXPECT_EQ(unitOf(sampleColumn("law_value"), sample), "px^3/frame");
}

}  // namespace
}  // namespace coarsen
