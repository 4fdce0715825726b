// SPDX-License-Identifier: GPL-3.0-or-later
// What holds for every section that a recipe has beside its steps.
#include "core/recipe/sections.hpp"

#include "core/base/error.hpp"
#include "core/recipe/recipe_json.hpp"
#include "core/settings/fields.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <functional>

namespace coarsen {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::UnorderedElementsAreArray;

/// A text that the field takes and that is not its value now.
std::string anotherText(const FieldDescription& field, const FieldValue& now) {
    switch (field.kind) {
        case FieldKind::choice:
            return textOf(now) == field.choices.back() ? field.choices.front() : field.choices.back();
        case FieldKind::boolean:
            return std::get<bool>(now) ? "false" : "true";
        case FieldKind::text:
            return "12.5";
        default:
            return textOf(now) == textOf(field.lowest) ? textOf(field.highest) : textOf(field.lowest);
    }
}

std::string refusalOf(const std::function<void()>& work) {
    try {
        work();
    } catch (const SettingError& error) {
        return error.what();
    }
    return "taken";
}

class Section : public testing::TestWithParam<RecipeSection> {
protected:
    const RecipeSection& section() const { return GetParam(); }
    std::string keyOf(const FieldDescription& field) const { return section().key + "." + field.name; }
    /// The default recipe with every setting of the section changed.
    Recipe changed() const {
        Recipe recipe = defaultRecipe();
        for (const FieldDescription& field : section().fields)
            setText(recipe, keyOf(field), anotherText(field, valueOf(recipe, keyOf(field))));
        return recipe;
    }
};
INSTANTIATE_TEST_SUITE_P(Every, Section, testing::ValuesIn(recipeSections()),
                         [](const auto& instance) { return instance.param.key; });

TEST_P(Section, SetsAndReadsItsSettingsByTheirKeys) {
    const Recipe usual = defaultRecipe(), recipe = changed();
    ASSERT_FALSE(section().fields.empty());
    for (const FieldDescription& field : section().fields) {
        const std::string text = anotherText(field, valueOf(usual, keyOf(field)));
        EXPECT_EQ(valueOf(recipe, keyOf(field)), valueFromText(field, keyOf(field), text)) << field.name;
        EXPECT_NE(valueOf(recipe, keyOf(field)), valueOf(usual, keyOf(field))) << field.name;
        if (field.shownWhen.empty()) {
            EXPECT_EQ(whyIdle(recipe, keyOf(field)), "") << field.name;
        }
    }
}

TEST_P(Section, StandsInTheRecipesJsonUnderItsKey) {
    const Recipe recipe = changed();
    const std::string text = recipeJson(recipe);
    const auto object = nlohmann::json::parse(text).at(section().key);

    std::vector<std::string> names, written;
    for (const FieldDescription& field : section().fields)
        if (!isSaidByAbsence(field, valueOf(recipe, keyOf(field)))) names.push_back(field.name);
    for (const auto& [name, value] : object.items())
        written.push_back(name);
    EXPECT_THAT(written, UnorderedElementsAreArray(names));
    for (std::size_t at = text.find('"' + section().key + "\":"); const std::string& name : names) {
        ASSERT_NE(at, text.npos);
        at = text.find('"' + name + "\":", at);
        EXPECT_NE(at, text.npos) << name << " stands before the field that comes before it";
    }
    EXPECT_TRUE(recipeFromJson(recipeJson(recipe), "x") == recipe);
}

TEST_P(Section, RefusesByName) {
    Recipe recipe = defaultRecipe();
    EXPECT_THAT(refusalOf([&] { setText(recipe, section().key + ".nothing", "1"); }),
                AllOf(HasSubstr(section().key + ".nothing"), HasSubstr(section().fields.front().name)));
    if (section().key != "surface") {
        EXPECT_THAT(refusalOf([&] { setText(recipe, section().key + ".on", "true"); }), HasSubstr("no such setting"));
    }
    EXPECT_THAT(refusalOf([&] { setText(recipe, "nothing.x", "1"); }), HasSubstr(section().key));
    EXPECT_THAT(refusalOf([&] { recipeFromJson(R"({"schema":1,"nothing":{}})", "x"); }), HasSubstr(section().key));
    EXPECT_TRUE(recipe == defaultRecipe());
}

TEST_P(Section, IsCopiedAndResetByItself) {
    const Recipe usual = defaultRecipe();
    Recipe recipe = changed();
    EXPECT_FALSE(section().isSame(recipe, usual));
    for (const RecipeSection& other : recipeSections())
        EXPECT_TRUE(other.key == section().key || other.isSame(recipe, usual)) << other.key;

    section().copy(recipe, usual);

    EXPECT_TRUE(recipe == usual);
}

TEST_P(Section, OutdatesRowsWhereItDecidesTheMeasurement) {
    EXPECT_EQ(measurementHash(changed(), {}) != measurementHash(defaultRecipe(), {}), section().decidesMeasurement);
}

TEST_P(Section, SaysWhatItDoes) {
    EXPECT_FALSE(section().summary(defaultRecipe()).empty());
    EXPECT_FALSE(section().label.empty());
    EXPECT_THAT(ownersIn(defaultRecipe()), Contains(section().key));
}

TEST(Sections, StandAfterTheStepsAndInTheWordsOfWhatIsKnown) {
    Recipe recipe = defaultRecipe();
    EXPECT_THAT(ownersIn(recipe), ElementsAre("grey", "lines", "surround", "flatten", "bleach", "dust", "median", "filter",
                                              "stabilise", "align", "crop", "channels", "contrast", "measure", "surface", "fit"));
    EXPECT_THAT(
        refusalOf([&] { setText(recipe, "nothing.x", "1"); }),
        EndsWith(
            "known are grey, lines, surround, flatten, bleach, dust, median, filter, stabilise, align, crop, channels, contrast, "
            "measure, surface and fit"));
    EXPECT_THAT(refusalOf([&] { recipeFromJson(R"({"schema":1,"nothing":{}})", "x"); }),
                EndsWith("known are schema, steps, lengths, measure, surface and fit"));
    EXPECT_THAT(refusalOf([&] { recipeFromJson(R"({"schema":1,"steps":[{"step":"crop"},{"step":"dust"}]})", "x"); }),
                HasSubstr("another order than grey, lines, surround, flatten, bleach, dust, median, filter, stabilise, align, "
                          "crop, channels, contrast"));
}

TEST(Sections, OfSurfacesLeaveRecipesWithoutThemAsTheyAre) {
    Recipe recipe = defaultRecipe();
    const std::string hash = measurementHash(recipe, {});
    EXPECT_THAT(recipeJson(recipe), Not(HasSubstr("surface")));
    setText(recipe, "surface.m", "24");
    EXPECT_EQ(measurementHash(recipe, {}), hash);
    EXPECT_THAT(whyIdle(recipe, "surface.m"), HasSubstr("surface.on=false"));

    setText(recipe, "surface.on", "true");
    setText(recipe, "surface.level", "117.5");

    EXPECT_NE(measurementHash(recipe, {}), hash);
    EXPECT_EQ(whyIdle(recipe, "surface.m"), "") << "a noisy surface is denoised by it";
    setText(recipe, "surface.denoise", "none");
    EXPECT_THAT(whyIdle(recipe, "surface.m"), HasSubstr("belongs to nlm or auto"));
    EXPECT_EQ(recipeFromJson(recipeJson(recipe), "x").surface.level, 117.5);
    EXPECT_EQ(textOf(valueOf(recipe, "surface.c1")), "infinite");
    EXPECT_THAT(refusalOf([&] { setText(recipe, "surface.level", "bright"); }), HasSubstr("give auto, or a number"));
    EXPECT_THAT(refusalOf([&] { setText(recipe, "surface.c2", "-1"); }), HasSubstr("of 0 or more"));
}

}  // namespace
}  // namespace coarsen
