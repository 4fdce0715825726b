// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/recipe/recipe_json.hpp"
#include "core/settings/fields.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace coarsen {
namespace {

using testing::HasSubstr;

TEST(Recipe, SetsAndReadsEveryKey) {
    Recipe recipe = defaultRecipe();
    std::vector<std::pair<std::string, FieldDescription>> keys;
    for (const std::string& owner : ownersIn(recipe))
        for (const FieldDescription& field : fieldsOf(recipe, owner))
            keys.emplace_back(owner + "." + field.name, field);

    for (const auto& [key, field] : keys) {
        std::string text = field.kind == FieldKind::choice    ? field.choices.back()
                           : field.kind == FieldKind::boolean ? "true"
                           : field.kind == FieldKind::text    ? "12.5"
                           : field.kind == FieldKind::file    ? "flat.tif"
                           : field.kind == FieldKind::list    ? "3,1"
                           : field.kind == FieldKind::strokes ? "+8 100,200.5 104,203; -5 @12 40,40"
                           : field.kind == FieldKind::integer ? textOf(std::int64_t(field.highest))
                                                              : textOf(field.highest);
        if (key == "fit.t0") text = "3600";
        if (key == "crop.shapes") text = "+polygon 10,10 200,10.5 100,180; -ellipse 50,50 20,10";
        setText(recipe, key, text);
        EXPECT_EQ(textOf(valueOf(recipe, key)), text) << key;
    }
    EXPECT_TRUE(recipeFromJson(recipeJson(recipe), "x") == recipe);
}

TEST(Recipe, RefusesWhatItDoesNotKnowByName) {
    Recipe recipe = defaultRecipe();
    const auto messageOf = [&](const char* key, const char* text) -> std::string {
        try {
            setText(recipe, key, text);
        } catch (const SettingError& error) {
            return error.what();
        }
        return "taken";
    };
    EXPECT_THAT(messageOf("flatten.simga", "80"), HasSubstr("sigma"));
    EXPECT_THAT(messageOf("flaten.sigma", "80"), HasSubstr("flatten"));
    EXPECT_THAT(messageOf("flatten.sigma", "wide"), HasSubstr("from 1 to 2000 px"));
    EXPECT_THAT(messageOf("flatten.sigma", "0"), HasSubstr("from 1 to 2000 px"));
    EXPECT_THAT(messageOf("flatten.method", "magic"), HasSubstr("polynomial, blur, overlay, plane, rolling-ball, files or auto"));
    EXPECT_THAT(messageOf("grey.on", "false"), HasSubstr("cannot be switched off"));
    EXPECT_THAT(messageOf("fit.model", "cubic"), HasSubstr("origin-line"));
    EXPECT_THAT(messageOf("sigma", "80"), HasSubstr("flatten.sigma"));
    EXPECT_TRUE(recipe == defaultRecipe());
}

TEST(Recipe, KnowsWhichSettingsChangeNothingBesideTheOthers) {
    Recipe recipe = defaultRecipe();
    setText(recipe, "flatten.order", "4");

    EXPECT_EQ(whyIdle(recipe, "flatten.order"),
              "flatten.order changes nothing while flatten.method=auto: it belongs to polynomial");
    EXPECT_EQ(whyIdle(recipe, "flatten.sigma"),
              "flatten.sigma changes nothing while flatten.method=auto: it belongs to blur or overlay");
    EXPECT_EQ(whyIdle(recipe, "flatten.method"), "");
    EXPECT_EQ(whyIdle(recipe, "measure.max_lag"), "");
    EXPECT_EQ(whyIdle(recipe, "fit.t0"), "");
    setText(recipe, "flatten.method", "polynomial");
    EXPECT_EQ(whyIdle(recipe, "flatten.order"), "");
    setText(recipe, "flatten.on", "false");
    EXPECT_EQ(whyIdle(recipe, "flatten.order"), "flatten.order changes nothing while flatten.on=false");
    EXPECT_EQ(whyIdle(recipe, "flatten.on"), "");
}

TEST(RecipeJson, RoundTripsTheDefault) {
    EXPECT_TRUE(recipeFromJson(recipeJson(defaultRecipe()), "x") == defaultRecipe());
}

TEST(RecipeJson, KeepsTheQuenchOfOldRecipesAndKnowsNoneInNewOnes) {
    const auto fitOf = [](const std::string& fit) { return recipeFromJson(R"({"schema":1,"fit":)" + fit + "}", "x").fit; };

    EXPECT_EQ(fitOf("{}").t0S, 0);  // before there was a choice it was 0 and the law went through the origin
    EXPECT_EQ(fitOf("{}").chosenModel(), "origin-line");
    EXPECT_EQ(fitOf(R"({"t0":0.0,"model":"line"})").t0S, 0);
    EXPECT_EQ(fitOf(R"({"t0":0.0,"model":"line"})").chosenModel(), "line");
    EXPECT_FALSE(fitOf(R"({"t0":null})").t0S);
    EXPECT_FALSE(defaultRecipe().fit.t0S);
    EXPECT_THAT(recipeJson(defaultRecipe()), HasSubstr(R"("t0": null)"));
    EXPECT_EQ(defaultRecipe().fit.chosenModel(), "line");
    Recipe given = defaultRecipe();
    setText(given, "fit.t0", "0");
    EXPECT_EQ(given.fit.chosenModel(), "origin-line");
    setText(given, "fit.t0", "none");
    EXPECT_TRUE(given == defaultRecipe());
    EXPECT_THROW(fitOf(R"({"t0":"soon"})"), SettingError);
    EXPECT_THROW(fitOf(R"({"robust":null})"), SettingError);
}

TEST(RecipeJson, TakesAFitRangeAsNumbersOrTheirTextOrNone) {
    const auto fitOf = [](const std::string& fit) { return recipeFromJson(R"({"schema":1,"fit":)" + fit + "}", "x").fit; };

    EXPECT_EQ(fitOf(R"({"from":1200,"to":3600.5})").fromS, 1200);
    EXPECT_EQ(fitOf(R"({"from":1200,"to":3600.5})").toS, 3600.5);
    EXPECT_EQ(fitOf(R"({"from":"1200","to":""})").fromS, 1200);
    EXPECT_FALSE(fitOf(R"({"from":"1200","to":""})").toS);
    for (const char* wrong : {R"({"from":"soon"})", R"({"from":true})"}) {
        std::string message = "taken";
        try {
            fitOf(wrong);
        } catch (const std::exception& error) {
            message = error.what();
        }
        EXPECT_THAT(message, HasSubstr("fit.from")) << wrong;
        EXPECT_THAT(message, HasSubstr("a number in s (or as in 5 min, 20 h, 2 d), or an empty text for none")) << wrong;
    }
}

TEST(RecipeJson, TakesStepsThatAreAbsentAsOff) {
    const Recipe recipe = recipeFromJson(R"({"schema":1,"steps":[{"step":"grey"},{"step":"crop","x":10}]})", "x");

    EXPECT_FALSE(recipe.step("flatten")->isOn());
    EXPECT_FALSE(recipe.step("dust")->isOn());
    EXPECT_TRUE(recipe.step("crop")->isOn());
    EXPECT_EQ(std::get<std::int64_t>(valueOf(recipe, "crop.x")), 10);
}

TEST(RecipeJson, OfAStepWithoutANewerKeyMeansWhatItMeant) {
    const std::string written = R"({"schema":1,"steps":[{"step":"align","on":true,"mode":"deform","evolving":"auto"}]})";
    const Recipe old = recipeFromJson(written, "x");
    const auto text = [](const Recipe& recipe, const char* key) { return textOf(valueOf(recipe, key)); };

    EXPECT_EQ(text(old, "align.brightness"), "same");
    EXPECT_EQ(text(old, "align.likeness"), "drift");
    EXPECT_EQ(text(old, "align.presmooth_by"), "setting");
    for (const char* key : {"presmooth_by", "brightness", "likeness", "tolerance", "iterations", "force_term"})
        EXPECT_THAT(recipeJson(old), testing::Not(HasSubstr(std::string("\"") + key + '"')));  // so that its hash stays
    EXPECT_TRUE(recipeFromJson(recipeJson(old), "x") == old);

    Recipe fresh = recipeFromJson(R"({"schema":1})", "x");  // which has never aligned anything
    setText(fresh, "align.on", "true");
    EXPECT_EQ(text(fresh, "align.brightness"), "local");
    EXPECT_THAT(recipeJson(fresh), HasSubstr(R"("brightness": "local")"));
    EXPECT_TRUE(recipeFromJson(recipeJson(fresh), "x") == fresh);
    EXPECT_EQ(text(fresh, "align.presmooth_by"), "noise");
    const Recipe onTop = recipeOnTop(fresh, written, "x");  // says nothing of it
    EXPECT_EQ(text(onTop, "align.brightness"), "local");
    setText(fresh, "align.presmooth", "1");
    EXPECT_EQ(text(fresh, "align.presmooth_by"), "setting") << "a number that is given is taken";
    EXPECT_TRUE(recipeFromJson(recipeJson(fresh), "x") == fresh);
}

TEST(RecipeJson, OfASurfaceWithoutANewerKeyMeansWhatItMeant) {
    const Recipe old = recipeFromJson(R"({"schema":1,"surface":{"on":true}})", "x");
    EXPECT_EQ(old.surface.borders, Borders::extended);
    EXPECT_EQ(old.surface.denoise, DenoiseMethod::none);
    EXPECT_THAT(recipeJson(old), testing::Not(HasSubstr("borders")));  // so that its hash stays
    EXPECT_TRUE(recipeFromJson(recipeJson(old), "x") == old);

    Recipe fresh = recipeFromJson(R"({"schema":1})", "x");  // which has never measured one
    EXPECT_THAT(recipeJson(fresh), testing::Not(HasSubstr("surface")));
    EXPECT_THAT(recipeJson(defaultRecipe()), testing::Not(HasSubstr("surface")));
    setText(fresh, "surface.on", "true");
    EXPECT_EQ(fresh.surface.borders, Borders::inside);
    EXPECT_EQ(fresh.surface.denoise, DenoiseMethod::automatic);
    EXPECT_THAT(recipeJson(fresh), HasSubstr(R"("borders": "inside")"));
    EXPECT_TRUE(recipeFromJson(recipeJson(fresh), "x") == fresh);
    EXPECT_EQ(recipeOnTop(fresh, R"({"schema":1,"surface":{"smooth":1}})", "x").surface.borders, Borders::inside);
}

TEST(RecipeJson, WithoutANewerKeyMeansWhatItMeantAndIsWrittenAsItWas) {
    const Recipe old = recipeFromJson(R"({"schema":1,"measure":{"max_lag":100}})", "x");

    EXPECT_EQ(old.measure.maximum, MaximumRule::bracket);
    EXPECT_EQ(old.measure.smallRadii, SmallRadii::whole);
    EXPECT_EQ(old.measure.refining, Refining::coarse);
    EXPECT_THAT(recipeJson(old),
                testing::Not(HasSubstr("maximum")));  // so that its hash stays, by which results count as up to date
    EXPECT_THAT(recipeJson(defaultRecipe()), HasSubstr(R"("maximum": "significant")"));
    EXPECT_TRUE(recipeFromJson(recipeJson(old), "x") == old);
    EXPECT_EQ(recipeFromJson(R"({"schema":1,"measure":{"maximum":"first"}})", "x").measure.maximum, MaximumRule::first);
    EXPECT_THROW(recipeFromJson(R"({"schema":1,"measure":{"maximum":"largest"}})", "x"), SettingError);
    EXPECT_THROW(recipeFromJson(R"({"schema":1,"measure":{"maximum":1}})", "x"), SettingError);
}

TEST(RecipeJson, HoldsAStepNewerThanItselfOnceItIsUsed) {
    Recipe recipe = defaultRecipe();
    EXPECT_THAT(recipeJson(recipe), testing::Not(HasSubstr("\"filter\"")));  // so that the hashes of old recipes stay
    EXPECT_THAT(recipeJson(recipe), HasSubstr("\"median\""));

    set(recipe, "filter.sigma", 2.5);
    EXPECT_THAT(recipeJson(recipe), HasSubstr("\"filter\"")) << "off, but no longer as by default";
    EXPECT_TRUE(recipeFromJson(recipeJson(recipe), "x") == recipe);
    set(recipe, "filter.sigma", 1.0);
    set(recipe, "filter.on", true);
    EXPECT_THAT(recipeJson(recipe), HasSubstr("\"filter\"")) << "as by default, but on";
    EXPECT_TRUE(recipeFromJson(recipeJson(recipe), "x") == recipe);
}

TEST(RecipeJson, TakesWholeNumbersOfAnySizeForWhatTheyAre) {
    EXPECT_EQ(recipeFromJson(R"({"schema":1,"fit":{"from":18446744073709551615}})", "x").fit.fromS, 18446744073709551615.0);
    EXPECT_THROW(recipeFromJson(R"({"schema":1,"fit":{"t0":18446744073709551615}})", "x"), SettingError);  // no -1
    EXPECT_THROW(recipeFromJson(R"({"schema":4294967297})", "x"), SettingError);                           // no 1
}

TEST(RecipeJson, RefusesInWordsThatNameTheFile) {
    const auto messageOf = [](const char* json) -> std::string {
        try {
            recipeFromJson(json, "mine.json");
        } catch (const SettingError& error) {
            return error.what();
        }
        return "taken";
    };
    EXPECT_THAT(messageOf("{"), HasSubstr("mine.json"));
    EXPECT_THAT(messageOf("[]"), HasSubstr("schema"));
    EXPECT_THAT(messageOf(R"({"schema":2})"), HasSubstr("newer version"));
    EXPECT_THAT(messageOf(R"({"schema":1,"setps":[]})"), HasSubstr("setps"));
    EXPECT_THAT(messageOf(R"({"schema":1,"steps":[{"step":"blur"}]})"), HasSubstr("blur"));
    EXPECT_THAT(messageOf(R"({"schema":1,"steps":[{"step":"crop"},{"step":"flatten"}]})"), HasSubstr("order"));
    EXPECT_THAT(messageOf(R"({"schema":1,"steps":[{"step":"crop"},{"step":"crop"}]})"), HasSubstr("twice"));
    EXPECT_THAT(messageOf(R"({"schema":1,"measure":{"max_lag":-3}})"), HasSubstr("measure.max_lag"));
    EXPECT_THAT(messageOf(R"({"schema":1,"measure":{"max_lag":[1]}})"), HasSubstr("measure.max_lag"));
}

TEST(MeasurementHash, ChangesWithWhatMeasuresAndNotWithTheRest) {
    const Recipe usual = defaultRecipe();
    Recipe fit = usual, shown = usual, clipped = usual, flatten = usual, lag = usual;
    set(fit, "fit.model", std::string("power"));
    set(shown, "contrast.low", 3.0);
    set(clipped, "contrast.apply", true);
    set(flatten, "flatten.order", std::int64_t{3});
    set(lag, "measure.max_lag", std::int64_t{77});

    EXPECT_EQ(measurementHash(fit, {}), measurementHash(usual, {}));
    EXPECT_EQ(measurementHash(shown, {}), measurementHash(usual, {}));
    EXPECT_NE(measurementHash(clipped, {}), measurementHash(usual, {}));
    EXPECT_NE(measurementHash(flatten, {}), measurementHash(usual, {}));
    EXPECT_NE(measurementHash(lag, {}), measurementHash(usual, {}));
    EXPECT_NE(recipeHash(fit), recipeHash(usual));
}

TEST(MeasurementHash, ChangesWithWhatIsInTheRecipesFiles) {
    const TemporaryFolder folder;
    const std::string flat = folder / "flat.tif";
    Recipe recipe = defaultRecipe();
    setText(recipe, "flatten.flat", flat);
    EXPECT_TRUE(filesOf(recipe).empty()) << "the polynomial reads no file";
    setText(recipe, "flatten.method", "files");
    writeWhole(flat, std::string_view("one"));
    const std::string before = measurementHash(recipe, fileHashes(recipe));

    EXPECT_EQ(measurementHash(recipe, fileHashes(recipe)), before);
    writeWhole(flat, std::string_view("other"));
    EXPECT_NE(measurementHash(recipe, fileHashes(recipe)), before);
}

TEST(MeasurementHash, ChangesWithTheKernelOfAFilter) {
    const TemporaryFolder folder;
    const std::string kernel = folder / "kernel.csv";
    Recipe recipe = defaultRecipe();
    set(recipe, "filter.on", true);
    setText(recipe, "filter.file", kernel);
    EXPECT_TRUE(filesOf(recipe).empty()) << "the Gaussian reads no file";
    setText(recipe, "filter.kind", "file");
    writeWhole(kernel, std::string_view("1,2,1"));
    const std::string before = measurementHash(recipe, fileHashes(recipe));

    writeWhole(kernel, std::string_view("1,3,1"));
    EXPECT_NE(measurementHash(recipe, fileHashes(recipe)), before);
}

TEST(Warnings, StandBesideTheirSettingWithARemedyThatHelps) {
    Recipe recipe = defaultRecipe();
    EXPECT_TRUE(warnings(recipe, 40, 60, 1500, 750, 0).empty());

    set(recipe, "median.on", true);
    EXPECT_TRUE(warnings(recipe, 18, 60, 1500, 750, 0).empty());
    const auto tooWide = warnings(recipe, 17, 60, 1500, 750, 0);
    ASSERT_EQ(tooWide.size(), 1u);
    EXPECT_EQ(tooWide[0].key, "median.radius");
    setText(recipe, tooWide[0].remedyKey, tooWide[0].remedyValue);
    EXPECT_TRUE(warnings(recipe, 17, 60, 1500, 750, 0).empty());

    set(recipe, "flatten.method", std::string("blur"));
    set(recipe, "flatten.sigma", 30.0);
    const auto list = warnings(recipe, 40, 60, 1500, 750, 0);
    ASSERT_EQ(list.size(), 1u);
    EXPECT_EQ(list[0].key, "flatten.sigma");
    EXPECT_THAT(list[0].text, HasSubstr("0.75 R_max here and 0.50 R_max in the largest frame"));
    setText(recipe, list[0].remedyKey, list[0].remedyValue);
    EXPECT_TRUE(warnings(recipe, 40, 60, 1500, 750, 0).empty());

    set(recipe, "flatten.method", std::string("plane"));
    set(recipe, "flatten.sigma", 30.0);
    EXPECT_TRUE(warnings(recipe, 40, 60, 1500, 750, 0).empty()) << "a plane has no sigma";

    set(recipe, "measure.mean", std::string("none"));
    EXPECT_EQ(warnings(recipe, 40, 60, 1500, 750, 0).at(0).key, "measure.mean");
    EXPECT_EQ(warnings(defaultRecipe(), 200, 200, 600, 300, 0.05).size(), 2u);  // few domains, saturated pixels
}

TEST(Recipe, WithoutAKeyMeansWhatWasBeforeThereWasOne) {
    const Recipe old = recipeFromJson(R"({"schema":1,"steps":[{"step":"flatten"},{"step":"dust"}]})", "old.json");

    EXPECT_EQ(std::get<std::string>(valueOf(old, "flatten.method")), "polynomial");
    EXPECT_EQ(std::get<std::string>(valueOf(old, "dust.find")), "outliers");
    EXPECT_EQ(std::get<std::string>(valueOf(defaultRecipe(), "flatten.method")), "auto");
    EXPECT_EQ(std::get<std::string>(valueOf(defaultRecipe(), "dust.find")), "specks");
    EXPECT_TRUE(recipeFromJson(recipeJson(defaultRecipe()), "new.json") == defaultRecipe());
}

}  // namespace
}  // namespace coarsen
