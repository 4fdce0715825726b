// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recipe/recipe.hpp"
#include "core/recipe/recipe_json.hpp"
#include "tests/fuzz/fuzz.hpp"

/// `--set` lines, each key=text; what they make of a recipe can be written and read again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace coarsen;
    std::string_view text = fuzz::textOf(data, size);
    Recipe recipe = defaultRecipe();
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        const std::size_t equals = line.find('=');
        if (equals == std::string_view::npos) continue;
        fuzz::parseOrRefuse([&] { setText(recipe, line.substr(0, equals), line.substr(equals + 1)); });
    }
    bool isSame = false;
    fuzz::parseOrRefuse([&] { isSame = recipeFromJson(recipeJson(recipe), "again.json") == recipe; });
    fuzz::require(isSame);
    return 0;
}
