// SPDX-License-Identifier: GPL-3.0-or-later
// Recipes as editors, other programs and typing leave them.
#include "tests/nasty/nasty_input.hpp"

#include <utility>

namespace coarsen::nasty {

namespace {

namespace fs = std::filesystem;

NastyInput recipe(std::string name, std::string text, Answer answer) {
    return {.name = "Recipe" + std::move(name),
            .make =
                [text = std::move(text)](const fs::path& folder) {
                    make::images()(folder);
                    make::file(folder / "recipe.json", text);
                },
            .command = {"analyze", "@/images", "-o", "@/out", "--recipe", "@/recipe.json"},
            .answer = std::move(answer)};
}

NastyInput refused(std::string name, std::string text, std::string words) {
    return recipe(std::move(name), std::move(text), {.status = 2, .words = {"recipe.json", std::move(words)}});
}

std::string wide(std::string_view text) {
    std::string utf16 = "\xFF\xFE";
    for (const char letter : text)
        utf16 += {letter, '\0'};
    return utf16;
}

}  // namespace

NastyInputs nastyRecipes() {
    const std::string brackets(200'000, '[');
    return {
        refused("OfNoBytes", "", "it breaks off in line 1"),
        refused("CutInTheMiddle", "{\n \"schema\": 1,\n \"steps\": [{\"step\"", "it breaks off in line 3"),
        refused("WithACommaTooMany", "{\n \"schema\": 1,\n}\n", "line 3 is damaged"),
        refused("WithAComment", "{\n \"schema\": 1, // ours\n \"fit\": {}\n}\n", "line 2 is damaged"),
        refused("OfZeros", std::string(512, '\0'), "line 1 is damaged (byte 0)"),
        refused("InUtf16", wide("{\"schema\":1}"), "line 1 is damaged"),
        refused("WithALatin1Byte", "{\"schema\":1,\"fit\":{\"model\":\"linie \xE4\"}}", "line 1 is damaged"),
        refused("ThatIsAPicture", "\x89PNG\r\n\x1A\n0000IHDR", "line 1 is damaged"),
        refused("WithANumberBeyondAll", "{\"schema\":1,\"fit\":{\"t0\":1e999}}", "a number in it is beyond all"),
        refused("WithNaN", "{\"schema\":1,\"fit\":{\"t0\":NaN}}", "line 1 is damaged"),
        refused("OfBracketsWithoutEnd", "{\"schema\":1,\"steps\":" + brackets, "it breaks off in line 1"),
        refused("OfBracketsThatEnd", "{\"schema\":1,\"steps\":" + brackets + std::string(brackets.size(), ']') + "}",
                "an entry does not name its step"),
        refused("WithoutASchema", "{\"steps\":[]}", "it does not say its schema"),
        refused("OfANewerSchema", "{\"schema\":2}", "the recipe has schema 2"),
        refused("OfSchemaMinusOne", "{\"schema\":-1}", "the recipe has schema -1"),
        refused("OfSchemaOneAndAHalf", "{\"schema\":1.5}", "it does not say its schema"),
        refused("ThatIsASession", "{\"schema\":1,\"program\":\"Coarsen\"}", "there is no such part of a recipe"),
        refused("ThatIsAList", "[1,2,3]", "it does not say its schema"),
        refused("OfAnUnknownStep", "{\"schema\":1,\"steps\":[{\"step\":\"bake\"}]}", "bake"),
        refused("OfAnUnknownSetting", "{\"schema\":1,\"measure\":{\"mood\":\"good\"}}", "measure.mood"),
        refused("OfAStepTwice", "{\"schema\":1,\"steps\":[{\"step\":\"dust\"},{\"step\":\"dust\"}]}", "stands twice"),
        refused("InAnotherOrder", "{\"schema\":1,\"steps\":[{\"step\":\"crop\"},{\"step\":\"grey\"}]}", "in another order"),
        refused("OfATextForANumber", "{\"schema\":1,\"measure\":{\"max_lag\":\"many\"}}", "measure.max_lag"),
        refused("OfNothingForANumber", "{\"schema\":1,\"measure\":{\"max_lag\":null}}", "measure.max_lag"),
        refused("OfAListForASetting", "{\"schema\":1,\"measure\":{\"max_lag\":[1]}}", "measure.max_lag"),
        refused("BeyondItsRange", "{\"schema\":1,\"steps\":[{\"step\":\"flatten\",\"order\":99}]}", "flatten.order"),
        refused("OfTwoToThe64", "{\"schema\":1,\"measure\":{\"max_lag\":18446744073709551616}}", "measure.max_lag"),
        refused("OfUnreadableStrokes", "{\"schema\":1,\"steps\":[{\"step\":\"dust\",\"strokes\":\"+x 1\"}]}", "dust.strokes"),
        recipe("WithAByteOrderMark", "\xEF\xBB\xBF{\"schema\":1}", {.status = 0, .frames = "ok ok ok"}),
        recipe("OfNothingButItsSchema", "{\"schema\":1}", {.status = 0, .frames = "ok ok ok"}),
        {.name = "RecipeThatIsAFolder",
         .make =
             [](const fs::path& folder) {
                 make::images()(folder);
                 fs::create_directories(folder / "recipe.json");
             },
         .command = {"analyze", "@/images", "-o", "@/out", "--recipe", "@/recipe.json"},
         .answer = {.status = 2, .words = {"recipe.json: it is not a plain file"}}},
        {.name = "RecipeThatIsNotThere",
         .make = make::images(),
         .command = {"analyze", "@/images", "-o", "@/out", "--recipe", "@/recipe.json"},
         .answer = {.status = 2, .words = {"recipe.json: the file does not exist"}}},
    };
}

}  // namespace coarsen::nasty
