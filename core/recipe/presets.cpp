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

/// The cleaning of Lu et al. 2010, section 3, and the norm of their Eq. 1, whose energy is that of the whole image. What the
/// paper does not say (the blur's width, the colour key's limits, the copy's offset of "a few pixels", the percentiles of the
/// contrast) is as by default.
Recipe cleanedAsByLu() {
    Recipe recipe = defaultRecipe();
    for (const auto& [key, value] : {std::pair{"flatten.method", "overlay"},
                                     {"dust.find", "thresholds"},
                                     {"dust.treat", "copy"},
                                     {"contrast.apply", "true"},
                                     {"contrast.scale", "8-bit"},
                                     {"measure.norm", "energy"},
                                     {"measure.maximum", "bracket"}})
        setText(recipe, key, value);
    return recipe;
}

/// Eq. 1 read literally: grey values as they are, their mean left in.
Recipe lu2010Recipe() {
    Recipe recipe = cleanedAsByLu();
    setText(recipe, "measure.mean", "none");
    setText(recipe, "measure.bracket", "mean-free");
    return recipe;
}

/// Recipe of the paper's figures: C1D of its Fig. 5b falls to -0.2, which no image printed with its mean left in can do, so the
/// mean was taken off. The sequence is stabilised, as section 3 says.
Recipe lu2010MeanOffRecipe() {
    Recipe recipe = cleanedAsByLu();
    set(recipe, "stabilise.on", true);
    return recipe;
}

}  // namespace

const std::vector<Preset>& recipePresets() {
    static const std::vector<Preset> list = {
        {"default", "Default", "What a new series is measured with.", defaultRecipe},
        {"plain", "No corrections", "The pictures as they are: light and dust are left in.", plainRecipe},
        {"lu2010", "As in Lu et al. 2010",
         "Overlay, colour key and copy, contrast clipped to 8 bit, Eq. 1 read literally, with the mean left in: for comparison; "
         "R_max is some per cent too short.",
         lu2010Recipe},
        {"lu2010-mean-off", "As in Lu et al. 2010, mean off",
         "The same cleaning of stabilised frames, and Eq. 1 of grey values less their mean, as the paper's C1D shows it.",
         lu2010MeanOffRecipe},
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
        if (made.steps == recipe.steps && made.measure == recipe.measure && recipe.lengths.empty()) return &preset;
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
