// SPDX-License-Identifier: GPL-3.0-or-later
// Recipes under a name, and settings put on top of them.
#include "core/recipe/presets.hpp"

#include "core/base/error.hpp"
#include "core/recipe/recipe_json.hpp"
#include "core/settings/fields.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace coarsen {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::UnorderedElementsAre;

/// "flatten.method=overlay" for each setting in which the recipe differs from the default.
std::vector<std::string> differencesOf(const Recipe& recipe) {
    const Recipe usual = defaultRecipe();
    std::vector<std::string> list;
    for (const std::string& owner : ownersIn(usual)) {
        if (const Step* const step = recipe.step(owner); step && step->isOn() != usual.step(owner)->isOn())
            list.push_back(owner + (step->isOn() ? ".on=true" : ".on=false"));
        for (const FieldDescription& field : fieldsOf(usual, owner))
            if (const std::string key = owner + "." + field.name; valueOf(recipe, key) != valueOf(usual, key))
                list.push_back(key + "=" + textOf(valueOf(recipe, key)));
    }
    return list;
}

TEST(Presets, BeginWithTheDefaultAndAreSavedAsRecipes) {
    EXPECT_TRUE(recipePresets().front().recipe() == defaultRecipe());
    std::set<std::string> hashes;
    for (const Preset& preset : recipePresets()) {
        EXPECT_TRUE(recipeFromJson(recipeJson(preset.recipe()), "x") == preset.recipe()) << preset.key;
        EXPECT_TRUE(hashes.insert(recipeHash(preset.recipe())).second) << preset.key;
        EXPECT_EQ(&presetNamed(preset.key), &preset);
        EXPECT_FALSE(preset.label.empty() || preset.help.empty()) << preset.key;
    }
}

TEST(Presets, PlainCorrectsNothing) {
    EXPECT_THAT(differencesOf(presetNamed("plain").recipe()), UnorderedElementsAre("flatten.on=false", "dust.on=false"));
}

TEST(Presets, Lu2010IsWhatThePaperSays) {  // its section 3 and Eq. 1
    EXPECT_THAT(differencesOf(presetNamed("lu2010").recipe()),
                UnorderedElementsAre("flatten.method=overlay", "dust.find=thresholds", "dust.treat=copy", "contrast.apply=true",
                                     "contrast.scale=8-bit", "measure.mean=none", "measure.norm=energy",
                                     "measure.maximum=bracket", "measure.bracket=mean-free"));
    for (const std::string& difference : differencesOf(presetNamed("lu2010").recipe()))
        EXPECT_EQ(whyIdle(presetNamed("lu2010").recipe(), difference.substr(0, difference.find('='))), "") << difference;
}

TEST(Presets, Lu2010WithoutTheMeanIsWhatThePapersFiguresShow) {  // its section 3 and Fig. 5b
    const Recipe recipe = presetNamed("lu2010-mean-off").recipe();
    EXPECT_THAT(differencesOf(recipe), UnorderedElementsAre("stabilise.on=true", "flatten.method=overlay", "dust.find=thresholds",
                                                            "dust.treat=copy", "contrast.apply=true", "contrast.scale=8-bit",
                                                            "measure.norm=energy", "measure.maximum=bracket"));
    EXPECT_EQ(textOf(valueOf(recipe, "measure.mean")), "global");
}

TEST(Presets, ThatAreNoneAreRefusedByName) {
    try {
        presetNamed("lu2011");
        FAIL() << "taken";
    } catch (const SettingError& error) {
        EXPECT_THAT(error.what(), HasSubstr("'lu2011' is unknown"));
        EXPECT_THAT(error.what(), HasSubstr("default, plain, lu2010 and lu2010-mean-off"));
    }
}

TEST(Presets, LeaveWhatIsSaidOfTheSeries) {
    Recipe before = defaultRecipe();
    for (const auto& [key, value] : {std::pair{"crop.x", "12"},
                                     {"crop.width", "640"},
                                     {"dust.strokes", "+8 100,200"},
                                     {"fit.t0", "-3600"},
                                     {"fit.from", "60"},
                                     {"flatten.order", "5"},
                                     {"measure.max_lag", "99"}})
        setText(before, key, value);

    const Recipe recipe = presetFor(presetNamed("plain"), before);

    EXPECT_THAT(differencesOf(recipe), UnorderedElementsAre("flatten.on=false", "dust.on=false", "crop.x=12", "crop.width=640",
                                                            "dust.strokes=+8 100,200", "fit.t0=-3600", "fit.from=60"));
}

TEST(Presets, AreKnownAgainByHowTheyMeasure) {
    for (const Preset& preset : recipePresets()) {
        Recipe recipe = preset.recipe();
        setText(recipe, "crop.width", "300");
        setText(recipe, "fit.model", "line");
        EXPECT_EQ(presetOf(recipe), &preset);
        setText(recipe, "measure.max_lag", "77");
        EXPECT_EQ(presetOf(recipe), nullptr) << preset.key;
    }
}

TEST(RecipeOnTop, ChangesWhatTheTextHoldsAndNothingElse) {
    const Recipe preset = presetNamed("lu2010").recipe();
    const auto onTop = [&](const std::string& text) { return recipeOnTop(preset, text, "mine.json"); };

    EXPECT_TRUE(onTop(R"({"schema":1})") == preset);
    Recipe wanted = preset;
    setText(wanted, "flatten.sigma", "80");
    setText(wanted, "measure.mean", "global");
    EXPECT_TRUE(onTop(R"({"schema":1,"steps":[{"step":"flatten","sigma":80}],"measure":{"mean":"global"}})") == wanted);
    EXPECT_FALSE(onTop(R"({"schema":1,"steps":[{"step":"dust","on":false}]})").step("dust")->isOn());
    try {
        onTop(R"({"schema":1,"measure":{"mean":"most"}})");
        FAIL() << "taken";
    } catch (const SettingError& error) {
        EXPECT_THAT(error.what(), HasSubstr("mine.json"));
        EXPECT_THAT(error.what(), HasSubstr("measure.mean"));
    }
}

TEST(RecipeJson, DoesNotHoldTheBracketOrTheScaleUntilTheyAreUsed) {  // so that the hashes of old recipes stay
    Recipe recipe = defaultRecipe();
    EXPECT_THAT(recipeJson(recipe), Not(HasSubstr("\"bracket\":")));
    EXPECT_THAT(recipeJson(recipe), Not(HasSubstr("\"scale\"")));
    setText(recipe, "measure.bracket", "mean-free");
    setText(recipe, "contrast.scale", "8-bit");
    EXPECT_THAT(recipeJson(recipe), HasSubstr(R"("bracket": "mean-free")"));
    EXPECT_THAT(recipeJson(recipe), HasSubstr(R"("scale": "8-bit")"));
    EXPECT_TRUE(recipeFromJson(recipeJson(recipe), "x") == recipe);
}

}  // namespace
}  // namespace coarsen
