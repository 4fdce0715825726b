// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/growth/fit_settings.hpp"
#include "core/levelset/surface_choices.hpp"
#include "core/measure/measure_settings.hpp"
#include "core/measure/script_length.hpp"
#include "core/preprocess/script_step.hpp"
#include "core/preprocess/step.hpp"
#include "core/settings/warning.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen {

/// Every choice of the user that decides a number: the same in the window and on the command line.
struct Recipe {
    std::vector<Step> steps;
    MeasureSettings measure;
    SurfaceChoices surface;
    FitSettings fit;
    std::vector<ScriptLength> lengths = {};  ///< beside those that ship

    bool operator==(const Recipe&) const = default;

    const Step* step(std::string_view key) const;  ///< nullptr when absent
    Step* step(std::string_view key);
};

/// The recipe's fit with its length said by name: where nobody has chosen one, xi of an orientation field, else R_max.
FitSettings fitOf(const Recipe& recipe);

/// Recipe that a new series is measured with.
Recipe defaultRecipe();
/// Recipe of the values that an absent key means: as before there was one, so that old recipes give their numbers for ever.
Recipe recipeOfAbsentKeys();

/// The kinds of values behind a dotted key: "flatten.sigma", "flatten.on", "measure.max_lag", "fit.model".
/// All throw SettingError naming the key, what is wrong and the legal values.
void set(Recipe& recipe, std::string_view key, const FieldValue& value);
void setText(Recipe& recipe, std::string_view key, std::string_view text);  ///< `--set key=text`
FieldValue valueOf(const Recipe& recipe, std::string_view key);

/// Puts a step by a Python function behind those of its kind, switched on, or in the place of the one of its name, which stays on
/// or off; or such a length likewise. Both throw SettingError: a name that something else of the recipe has.
void put(Recipe& recipe, ScriptStep script);
void put(Recipe& recipe, ScriptLength length);

/// Why that setting decides nothing in this recipe, as a sentence: its step is off, or another setting passes it over. Empty
/// where it counts.
std::string whyIdle(const Recipe& recipe, std::string_view key);

/// The settings of a step or of a section (sections.hpp). Throws SettingError naming those there are.
const std::vector<FieldDescription>& fieldsOf(const Recipe& recipe, std::string_view owner);

/// The keys of the steps and then of the sections: "grey", ..., "fit".
std::vector<std::string> ownersIn(const Recipe& recipe);

/// SHA-256 of the files that the recipe's steps read (flat field, dark image, mask of dust), by their path as it stands in the
/// recipe. One that cannot be read has an empty hash.
using FileHashes = std::map<std::string, std::string>;
FileHashes fileHashes(const Recipe& recipe);

/// The paths of those files; reads nothing.
std::set<std::string> filesOf(const Recipe& recipe);

/// SHA-256 of the recipe's canonical JSON. `measurementHash` leaves out what is for display only and sections that do not decide
/// the measurement (`fit`), and takes what is in the recipe's files in: results with the same measurementHash are up to date.
std::string recipeHash(const Recipe& recipe);
std::string measurementHash(const Recipe& recipe, const FileHashes& files);

/// Warnings of the steps and sections about their settings, in their order.
/// `rMaxPx`: of the shown frame; `largestRMaxPx`: of the series so far; NaN when unknown. Sizes of the final image. Where the
/// recipe follows a length that needs no side maximum (xi) nothing is judged by R_max.
std::vector<Warning> warnings(const Recipe& recipe, double rMaxPx, double largestRMaxPx, int width, int height,
                              double saturatedFraction, PictureFault fault = PictureFault::none);

}  // namespace coarsen
