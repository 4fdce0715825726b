// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/parts.hpp"
#include "core/recipe/presets.hpp"
#include "core/recipe/recipe_json.hpp"

#include <nanobind/operators.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <string>
#include <vector>

namespace coarsen::python {

namespace nb = nanobind;

void addRecipes(nb::module_& module) {
    nb::class_<Recipe>(module, "Recipe")
        .def_static("default", &defaultRecipe)
        .def_static("preset", [](const std::string& name) { return presetNamed(name).recipe(); })
        .def_static("from_json", [](const std::string& json, const std::string& source) { return recipeFromJson(json, source); })
        .def("set", [](Recipe& recipe, const std::string& key, const std::string& text) { setText(recipe, key, text); })
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
