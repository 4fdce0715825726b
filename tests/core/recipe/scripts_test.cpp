// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/survey.hpp"
#include "core/base/error.hpp"
#include "core/preprocess/pipeline.hpp"
#include "core/recipe/presets.hpp"
#include "core/recipe/recipe_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace coarsen {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string sum(64, 'a'), otherSum(64, 'b');

std::string withStep(const std::string& entry, const std::string& rest = "") {
    return R"({"schema":1,"steps":[{"step":"grey","method":"luminance"},)" + entry + R"(,{"step":"contrast"}])" + rest + "}";
}

std::string sharpen(const std::string& settings = R"(,"amount":2,"sigma":1.5,"fine":true,"way":"all")") {
    return R"({"step":"sharpen","python":")" + sum + "\"" + settings + "}";
}

const std::string knee = R"(,"lengths":[{"length":"knee","unit":"px","python":")" + otherSum + "\"}]";

std::string messageOf(const std::string& json) {
    try {
        recipeFromJson(json, "r.json");
    } catch (const SettingError& error) {
        return error.what();
    }
    return "taken";
}

/// A frame of one grey.
Frame greyFrame(std::uint8_t grey) {
    Frame frame;
    frame.image = Image(4, 2, std::vector<std::uint8_t>(8, grey));
    return frame;
}

/// Has one step, which adds its setting `amount`.
class OneStep final : public StepScripts {
public:
    std::string whyMissing(const ScriptStep& step) const override { return step.sourceSha256() == sum ? "" : "it is another"; }
    Frame apply(const ScriptStep& step, const Frame& frame) const override {
        Frame after = frame;
        std::vector<float> pixels;
        for (const std::uint8_t grey : frame.image.plane<std::uint8_t>())
            pixels.push_back(static_cast<float>(grey + std::get<std::int64_t>(step.value("amount"))));
        after.image = Image(frame.image.width(), frame.image.height(), std::move(pixels));
        return after;
    }
};

TEST(Scripts, AreReadKeptAndWrittenWithoutTheirFunctions) {
    const Recipe recipe = recipeFromJson(withStep(sharpen(), knee), "r.json");

    EXPECT_TRUE(recipe.step("sharpen")->isOn());
    EXPECT_EQ(valueOf(recipe, "sharpen.python"), FieldValue(sum));
    EXPECT_EQ(valueOf(recipe, "sharpen.amount"), FieldValue(std::int64_t{2}));
    EXPECT_EQ(valueOf(recipe, "sharpen.sigma"), FieldValue(1.5));
    EXPECT_EQ(valueOf(recipe, "sharpen.fine"), FieldValue(true));
    EXPECT_EQ(valueOf(recipe, "sharpen.way"), FieldValue(std::string("all")));
    EXPECT_THAT(recipe.lengths, ElementsAre(ScriptLength{"knee", "px", otherSum}));
    const std::string written = recipeJson(recipe);
    EXPECT_TRUE(recipeFromJson(written, "again") == recipe);
    EXPECT_EQ(recipeJson(recipeFromJson(written, "again")), written);
}

TEST(Scripts, DecideTheMeasurementAndNotTheSurvey) {
    const Recipe plain = recipeFromJson(withStep(R"({"step":"dust"})"), "r"),
                 step = recipeFromJson(withStep(R"({"step":"dust"},)" + sharpen()), "r"),
                 length = recipeFromJson(withStep(R"({"step":"dust"})", knee), "r");
    Recipe off = step;
    set(off, "sharpen.on", false);

    EXPECT_NE(measurementHash(step, {}), measurementHash(plain, {}));
    EXPECT_NE(measurementHash(length, {}), measurementHash(plain, {}));
    EXPECT_EQ(measurementHash(off, {}), measurementHash(plain, {}));
    EXPECT_EQ(surveyHash(step, {}), surveyHash(plain, {}));
    EXPECT_EQ(surveyHash(length, {}), surveyHash(plain, {}));
    EXPECT_EQ(presetOf(length), nullptr);
}

TEST(Scripts, StandBeforeChannelsInTheirOrder) {
    const Recipe recipe = recipeFromJson(
        withStep(R"({"step":"crop"},)" + sharpen() + R"(,{"step":"after","python":")" + sum + R"("},{"step":"channels"})"),
        "r.json");
    std::vector<std::string> keys;
    for (const Step& step : recipe.steps)
        keys.push_back(step.key());
    const auto crop = std::ranges::find(keys, "crop") - keys.begin();

    EXPECT_THAT(std::vector(keys.begin() + crop, keys.end()), ElementsAre("crop", "sharpen", "after", "channels", "contrast"));
    EXPECT_THAT(messageOf(withStep(R"({"step":"channels"},)" + sharpen())), HasSubstr("another order"));
}

TEST(Scripts, AreRefusedByNamesThatAreTakenAndSourcesThatAreNone) {
    const std::string entry = R"(,"python":")" + sum + "\"}";
    EXPECT_THAT(messageOf(withStep(R"({"step":"median")" + entry)), HasSubstr("has a step of that name"));
    EXPECT_THAT(messageOf(withStep(R"({"step":"fit")" + entry)), HasSubstr("something else of a recipe"));
    EXPECT_THAT(messageOf(withStep(R"({"step":"Sharpen")" + entry)), HasSubstr("cannot be a name"));
    EXPECT_THAT(messageOf(withStep(R"({"step":"sharpen","python":"abc"})")), HasSubstr("no SHA-256"));
    EXPECT_THAT(messageOf(withStep(R"({"step":"sharpen","python":7})")), HasSubstr("no SHA-256"));
    EXPECT_THAT(messageOf(withStep(R"({"step":"sharpen"})")), HasSubstr("there is no such step"));
    EXPECT_THAT(messageOf(withStep(sharpen() + "," + sharpen())), HasSubstr("stands twice"));
    EXPECT_THAT(messageOf(withStep(sharpen(), R"(,"lengths":[{"length":"sharpen","unit":"px","python":")" + sum + "\"}]")),
                HasSubstr("something else of a recipe"));
    EXPECT_THAT(messageOf(withStep(sharpen(), R"(,"lengths":[{"length":"r_max","unit":"px","python":")" + sum + "\"}]")),
                HasSubstr("has a length of that name"));
    EXPECT_THAT(messageOf(withStep(sharpen(), R"(,"lengths":[{"length":"knee"}])")), HasSubstr("does not name its unit"));
}

TEST(Scripts, AreMissedInWordsAndNeverPassedOver) {
    Recipe recipe = recipeFromJson(withStep(sharpen(), knee), "r.json");
    const auto texts = [&] {
        std::string all;
        for (const Warning& warning : warnings(recipe, 20, 20, 100, 100, 0))
            all += warning.text + "\n";
        return all;
    };
    EXPECT_THAT(texts(), HasSubstr("The step sharpen cannot be done here: it is a Python function"));
    EXPECT_THAT(whyMissing(recipe.lengths.front()), HasSubstr("it is a Python function"));
    EXPECT_THROW(finalFrame(greyFrame(7), recipe.steps), SettingError);
    EXPECT_FALSE(lengthBy(recipe.lengths.front(), RadialProfile{}).isFound());
    set(recipe, "sharpen.on", false);
    EXPECT_THAT(texts(), testing::Not(HasSubstr("sharpen")));
    EXPECT_EQ(finalFrame(greyFrame(7), recipe.steps).image.at(0, 0), 7);
}

TEST(Scripts, AreAppliedWhereTheirFunctionsAre) {
    setStepScripts(std::make_shared<const OneStep>());
    Recipe recipe = recipeFromJson(withStep(sharpen()), "r.json");
    const Frame after = finalFrame(greyFrame(7), recipe.steps);
    set(recipe, "sharpen.python", otherSum);
    EXPECT_THROW(finalFrame(greyFrame(7), recipe.steps), SettingError);
    setStepScripts(nullptr);

    EXPECT_EQ(after.image.at(0, 0), 9);
}

}  // namespace
}  // namespace coarsen
