// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/field_options.hpp"

#include "core/base/error.hpp"
#include "core/base/time_unit.hpp"
#include "core/recipe/recipe.hpp"
#include "core/settings/fields.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cctype>
#include <string>

namespace coarsen::cli {

namespace {

std::string typeOf(const FieldDescription& field) {
    if (!field.form.empty()) return field.form;
    std::string words;
    switch (field.kind) {
        case FieldKind::choice:
            for (const std::string& choice : field.choices)
                words += (words.empty() ? "" : "|") + choice;
            return words;
        case FieldKind::integer:
        case FieldKind::real:
            if (field.unit == nameOf(TimeUnit::second)) return "TIME";  // which may be given in another unit
            words = !field.unit.empty() ? field.unit : field.kind == FieldKind::integer ? "N" : "X";
            std::ranges::transform(words, words.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
            return words;
        case FieldKind::file:
            return "FILE";
        default:
            return "TEXT";
    }
}

std::string optionOf(const FieldDescription& field) {
    std::string option = "--" + field.name;
    std::ranges::replace(option, '_', '-');
    return option;
}

std::string helpOf(const FieldDescription& field) {
    std::string help = field.help;
    if (help.ends_with('.')) help.pop_back();  // the standard value follows
    return help;
}

/// `take` gets the text as it is typed, a choice in small letters.
CLI::Option* addOption(CLI::App& command, const std::string& option, const FieldDescription& field, const FieldValue& standard,
                       const std::function<void(const std::string&)>& take, const std::string& alias = {}) {
    const auto given = [option, take, isChoice = field.kind == FieldKind::choice](const std::string& text) {
        try {
            take(isChoice ? CLI::detail::to_lower(text) : text);
        } catch (const SettingError& error) {
            throw SettingError(option, error.reason(), error.remedy());
        }
    };
    return command.add_option_function<std::string>(option + (alias.empty() ? "" : "," + alias), given, helpOf(field))
        ->type_name(typeOf(field))
        ->default_str(textOf(standard));
}

}  // namespace

CLI::Option* addFieldOption(CLI::App& command, const FieldDescription& field, const FieldValue& standard,
                            const std::function<void(const FieldValue&)>& take, const std::string& alias) {
    const std::string option = optionOf(field);
    if (field.kind == FieldKind::boolean)
        return command.add_flag_function(
            option, [take](std::int64_t) { take(true); }, helpOf(field));
    return addOption(
        command, option, field, standard,
        [field, take, option](const std::string& text) { take(valueFromText(field, option, text)); }, alias);
}

CLI::Option* addKeyOption(CLI::App& command, const std::string& option, const std::string& key, GivenSettings& given) {
    const Recipe usual = defaultRecipe();
    const std::size_t dot = key.find('.');
    const std::vector<FieldDescription>& fields = fieldsOf(usual, key.substr(0, dot));
    const auto field = std::ranges::find(fields, key.substr(dot + 1), &FieldDescription::name);
    return addOption(command, option, *field, valueOf(usual, key), [key, &given](const std::string& text) {
        Recipe tried = defaultRecipe();
        applySettings(tried, {{key, text}});
        given.emplace_back(key, text);
    });
}

}  // namespace coarsen::cli
