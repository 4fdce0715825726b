// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/field_options.hpp"

#include "core/base/error.hpp"
#include "core/settings/fields.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cctype>

namespace coarsen::cli {

namespace {

std::string typeOf(const FieldDescription& field) {
    std::string words;
    switch (field.kind) {
        case FieldKind::choice:
            for (const std::string& choice : field.choices)
                words += (words.empty() ? "" : "|") + choice;
            return words;
        case FieldKind::integer:
            return "N";
        case FieldKind::real:
            words = field.unit.empty() ? "X" : field.unit;
            std::ranges::transform(words, words.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
            return words;
        case FieldKind::file:
            return "FILE";
        default:
            return "TEXT";
    }
}

}  // namespace

void addFieldOption(CLI::App& command, const FieldDescription& field, const FieldValue& standard,
                    const std::function<void(const FieldValue&)>& take) {
    std::string option = "--" + field.name;
    std::ranges::replace(option, '_', '-');
    const auto given = [field, take, option](const std::string& text) {
        try {
            take(valueFromText(field, option, field.kind == FieldKind::choice ? CLI::detail::to_lower(text) : text));
        } catch (const SettingError& error) {
            throw SettingError(option, error.reason(), error.remedy());
        }
    };
    std::string help = field.help;
    if (help.ends_with('.')) help.pop_back();  // the standard value follows
    command.add_option_function<std::string>(option, given, help)->type_name(typeOf(field))->default_str(textOf(standard));
}

}  // namespace coarsen::cli
