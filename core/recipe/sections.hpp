// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recipe/recipe.hpp"
#include "core/settings/field.hpp"
#include "core/settings/warning.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen {

/// A part of the recipe that is no step: "measure", "fit". Reads and writes its own settings in the recipe.
struct RecipeSection {
    std::string key;                       ///< "measure": the first part of its settings' keys, and its object in JSON
    std::string label;                     ///< "Measure"
    bool decidesMeasurement;               ///< else what is measured stays up to date when it changes
    std::vector<FieldDescription> fields;  ///< for JSON, `--set` and forms
    bool canSwitchOff = false;             ///< off by default: a recipe without its object means the settings of a new one

    /// `field` is the key's second part. Both throw SettingError: unknown field; `write` also: wrong kind, out of range.
    std::function<FieldValue(const Recipe&, std::string_view field)> read;
    std::function<void(Recipe&, std::string_view field, const FieldValue& value)> write;

    std::function<std::string(const Recipe&)> summary;  ///< its present effect, in few words
    std::function<bool(const Recipe&, const Recipe&)> isSame;
    std::function<void(Recipe&, const Recipe& from)> copy;
    std::function<void(Recipe&)> reset;          ///< to the values of a new struct of settings
    std::function<void(Recipe&)> resetToAbsent;  ///< to what a recipe means that has none of its keys
    std::function<std::vector<Warning>(const Recipe&, const MeasuredFacts&)> warnings;
};

/// THE LIST of sections in the order of JSON and forms (sections.cpp). A new one is a struct of settings with `fields()`, a
/// member of Recipe and one line there.
const std::vector<RecipeSection>& recipeSections();

/// Nothing where no section has that key.
const RecipeSection* findSection(std::string_view key);

}  // namespace coarsen
