// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recipe/recipe.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace coarsen {

/// A recipe that ships with the program under a name.
struct Preset {
    std::string key;    ///< "lu2010": as in `--preset`
    std::string label;  ///< "As in Lu et al. 2010"
    std::string help;   ///< its effect, in one sentence
    Recipe (*recipe)();
};

/// THE LIST, the default first.
const std::vector<Preset>& recipePresets();

/// Throws SettingError naming those there are.
const Preset& presetNamed(std::string_view key);

/// The one that measures as this recipe does, whatever is said of the series and the fit; nullptr where none does.
const Preset* presetOf(const Recipe& recipe);

/// The preset's recipe with what `before` says of the series and not of how it is measured: its crop, dust painted by hand, and
/// the times of the fit (t0, from, to).
Recipe presetFor(const Preset& preset, const Recipe& before);

}  // namespace coarsen
