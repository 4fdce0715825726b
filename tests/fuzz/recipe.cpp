// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recipe/recipe_json.hpp"
#include "tests/fuzz/fuzz.hpp"

/// A recipe that can be read comes back the same when it is written and read again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace coarsen;
    fuzz::parseOrRefuse([&] {
        const Recipe recipe = recipeFromJson(fuzz::textOf(data, size), "recipe.json");
        const std::string written = recipeJson(recipe);
        bool isSame = false;
        fuzz::parseOrRefuse([&] { isSame = recipeFromJson(written, "again.json") == recipe; });
        fuzz::require(isSame);
    });
    return 0;
}
