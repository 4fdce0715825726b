// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/analyze_options.hpp"
#include "app/cli/commands.hpp"
#include "core/base/files.hpp"
#include "core/recipe/presets.hpp"
#include "core/recipe/recipe_json.hpp"
#include "core/recipe/sections.hpp"

#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>
#include <string>

namespace coarsen::cli {

namespace {

std::string rangeText(const FieldDescription& field) {
    switch (field.kind) {
        case FieldKind::boolean:
            return "true or false";
        case FieldKind::choice: {
            std::string text;
            for (const std::string& choice : field.choices)
                text += (text.empty() ? "" : ", ") + choice;
            return text;
        }
        case FieldKind::text:
            return "text";
        case FieldKind::file:
            return "file";
        case FieldKind::strokes:
            return "strokes: +8 100,200 104,203; -5 @12 40,40";
        case FieldKind::list:
            return "numbers from " + std::to_string(static_cast<int>(field.lowest)) + " on: 1,3";
        default:
            break;
    }
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << field.lowest << " to " << field.highest << (field.unit.empty() ? "" : " ") << field.unit;
    return text.str();
}

void printKeys(const std::string& owner, const std::vector<FieldDescription>& fields) {
    for (const FieldDescription& field : fields)
        std::cout << "  " << owner << '.' << field.name << "  (" << rangeText(field) << ")  " << field.help << '\n';
}

int printAllKeys() {
    const Recipe recipe = defaultRecipe();
    for (const Step& step : recipe.steps) {
        std::cout << step.label() << ": " << step.help() << '\n';
        if (step.canSwitchOff()) std::cout << "  " << step.key() << ".on  (true or false)\n";
        printKeys(step.key(), step.fields());
    }
    for (const RecipeSection& section : recipeSections()) {
        std::cout << section.label << '\n';
        printKeys(section.key, section.fields);
    }
    return allMeasured;
}

int validate(const std::string& file) {
    const auto bytes = readWhole(file);
    const Recipe recipe = recipeFromJson({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, displayName(file));
    std::cout << displayName(file) << " is a valid recipe, hash " << recipeHash(recipe) << '\n';
    return allMeasured;
}

}  // namespace

void addRecipe(CLI::App& app, Command& chosen) {
    CLI::App* sub = app.add_subcommand("recipe", "Print the default recipe, or check one");
    struct Options {
        bool printDefault = false, keys = false;
        std::string file, preset;
    };
    auto options = std::make_shared<Options>();
    auto* group = sub->add_option_group("what");
    group->add_flag("--default", options->printDefault, "Print the default recipe as JSON (also without an option)");
    group->add_flag("--keys", options->keys, "List every key that --set takes, with its range and meaning");
    group->add_option("--preset", options->preset, "Print this one as JSON: " + presetHelp())->type_name("NAME");
    group->add_option("--validate", options->file, "Check this recipe and say what is wrong with it")->type_name("FILE");
    group->require_option(0, 1);
    sub->callback([&chosen, options] {
        chosen = [options] {
            if (!options->file.empty()) return validate(options->file);
            if (options->keys) return printAllKeys();
            const Recipe recipe = options->preset.empty() ? defaultRecipe() : presetNamed(options->preset).recipe();
            std::cout << recipeJson(recipe) << '\n';
            return static_cast<int>(allMeasured);
        };
    });
}

}  // namespace coarsen::cli
