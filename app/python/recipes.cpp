// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/parts.hpp"
#include "core/recipe/presets.hpp"
#include "core/recipe/recipe_json.hpp"

#include <algorithm>
#include <cstdint>
#include <nanobind/operators.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace coarsen::python {

namespace nb = nanobind;

namespace {

using Value = std::variant<bool, std::int64_t, double, std::string>;
/// Name, value by default, lowest, highest, choices, unit and help.
using GivenField = std::tuple<std::string, Value, std::optional<double>, std::optional<double>, std::vector<std::string>,
                              std::string, std::string>;

/// Puts a step by a Python function into the recipe, with the values and the switch that the recipe has of it already, else off
/// and as by default. Throws SettingError: one of these values is out of its range, and as ScriptStep does.
void putStep(Recipe& recipe, const std::string& name, const std::string& sha256, const std::vector<GivenField>& fields) {
    const Step* const known = recipe.step(name);
    const bool isNew = !known;
    std::vector<ScriptStep::Setting> settings;
    for (const auto& [field, value, lowest, highest, choices, unit, help] : fields) {
        ScriptStep::Setting setting = settingOf(field, value);
        setting.description.lowest = lowest.value_or(setting.description.lowest);
        setting.description.highest = highest.value_or(setting.description.highest);
        setting.description.unit = unit;
        setting.description.help = help;
        if (!choices.empty()) {
            setting.description.kind = FieldKind::choice;
            setting.description.choices = choices;
        }
        const auto has = [&field = field](const FieldDescription& one) { return one.name == field; };
        if (known && std::ranges::any_of(known->fields(), has)) setting.value = known->value(field);
        settings.push_back(std::move(setting));
    }
    put(recipe, ScriptStep(name, sha256, std::move(settings)));
    if (isNew) recipe.step(name)->switchTo(false);
}

/// SHA-256 of the source of the step or length of that name that the recipe has; nothing where it has none.
std::optional<std::string> sourceOf(const Recipe& recipe, const std::string& name) {
    if (const Step* const step = recipe.step(name))
        if (const ScriptStep* const script = scriptStep(*step)) return script->sourceSha256();
    const auto length = std::ranges::find(recipe.lengths, name, &ScriptLength::name);
    return length == recipe.lengths.end() ? std::nullopt : std::optional(length->sourceSha256);
}

}  // namespace

void addRecipes(nb::module_& module) {
    nb::class_<Recipe>(module, "Recipe")
        .def_static("default", &defaultRecipe)
        .def_static("preset", [](const std::string& name) { return presetNamed(name).recipe(); })
        .def_static("from_json", [](const std::string& json, const std::string& source) { return recipeFromJson(json, source); })
        .def("set", [](Recipe& recipe, const std::string& key, const std::string& text) { setText(recipe, key, text); })
        .def("put_step", &putStep, nb::arg("name"), nb::arg("sha256"), nb::arg("fields"))
        .def("put_length",
             [](Recipe& recipe, const std::string& name, const std::string& unit, const std::string& sha256) {
                 put(recipe, ScriptLength{name, unit, sha256});
             })
        .def("remove_length",
             [](Recipe& recipe, const std::string& name) {
                 std::erase_if(recipe.lengths, [&](const ScriptLength& length) { return length.name == name; });
             })
        .def("source_of", &sourceOf)
        .def("to_json", &recipeJson)
        .def_prop_ro("hash", &recipeHash)
        .def("copy", [](const Recipe& recipe) { return recipe; })
        .def(nb::self == nb::self);
    module.def("presets", [] {
        std::vector<std::string> names;
        for (const Preset& preset : recipePresets())
            names.push_back(preset.key);
        return names;
    });
}

}  // namespace coarsen::python
