// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recipe/presets.hpp"

#include "core/base/error.hpp"
#include "core/settings/fields.hpp"

#include <algorithm>

namespace coarsen {

namespace {

Recipe plainRecipe() {
    Recipe recipe = defaultRecipe();
    for (const char* const key : {"flatten.on", "dust.on"})
        set(recipe, key, false);
    return recipe;
}

/// Lu et al. 2010, section 3 and Eq. 1. What the paper does not say (the blur's width, the colour key's limits, the copy's offset
/// of "a few pixels", the percentiles of the contrast) is as by default.
Recipe lu2010Recipe() {
    Recipe recipe = defaultRecipe();
    for (const auto& [key, value] : {std::pair{"flatten.method", "overlay"},
                                     {"dust.find", "thresholds"},
                                     {"dust.treat", "copy"},
                                     {"contrast.apply", "true"},
                                     {"contrast.scale", "8-bit"},
                                     {"measure.mean", "none"},
                                     {"measure.norm", "energy"},
                                     {"measure.maximum", "bracket"},
                                     {"measure.bracket", "mean-free"}})
        setText(recipe, key, value);
    return recipe;
}

}  // namespace

const std::vector<Preset>& recipePresets() {
    static const std::vector<Preset> list = {
        {"default", "Default", "What a new series is measured with.", defaultRecipe},
        {"plain", "No corrections", "The pictures as they are: light and dust are left in.", plainRecipe},
        {"lu2010", "As in Lu et al. 2010",
         "Overlay, colour key and copy, contrast clipped to 8 bit, Eq. 1 with the mean left in: for comparison; R_max is some "
         "per cent too short.",
         lu2010Recipe},
    };
    return list;
}

const Preset& presetNamed(std::string_view key) {
    std::vector<std::string> known;
    for (const Preset& preset : recipePresets()) {
        if (preset.key == key) return preset;
        known.push_back(preset.key);
    }
    throw SettingError("--preset", "'" + std::string(key) + "' is unknown", "choose among " + joined(known, " and "));
}

const Preset* presetOf(const Recipe& recipe) {
    for (const Preset& preset : recipePresets()) {
        const Recipe made = presetFor(preset, recipe);
        if (made.steps == recipe.steps && made.measure == recipe.measure) return &preset;
    }
    return nullptr;
}

Recipe presetFor(const Preset& preset, const Recipe& before) {
    Recipe recipe = preset.recipe();
    for (const char* const key :
         {"crop.on", "crop.x", "crop.y", "crop.width", "crop.height", "crop.shapes", "crop.z", "crop.depth", "dust.strokes"})
        set(recipe, key, valueOf(before, key));
    recipe.fit.t0S = before.fit.t0S;
    recipe.fit.fromS = before.fit.fromS;
    recipe.fit.toS = before.fit.toS;
    return recipe;
}

}  // namespace coarsen
