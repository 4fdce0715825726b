// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/job/given_settings.hpp"
#include "core/settings/field.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace coarsen::cli {

/// An option "--NAME", with - for each _ of the field's name, that takes what `--set` takes of that field, choices in either
/// case, and hands it to `take`; a flag, where the field is true or false. A wrong one throws SettingError of the option's name;
/// `standard` is what the help shows as what is taken without it, nothing where it is an empty text.
/// `alias`: another name of it, "--spacing".
CLI::Option* addFieldOption(CLI::App& command, const FieldDescription& field, const FieldValue& standard,
                            const std::function<void(const FieldValue&)>& take, const std::string& alias = {});

/// An option for each of them, or for those of these names; `settings` outlives the command.
template <typename Owner>
std::vector<CLI::Option*> addFieldOptions(CLI::App& command, const Fields<Owner>& fields, Owner& settings,
                                          const std::vector<std::string>& names = {}, const std::string& alias = {}) {
    std::vector<CLI::Option*> options;
    for (const Field<Owner>& field : fields)
        if (names.empty() || std::ranges::find(names, field.description.name) != names.end())
            options.push_back(addFieldOption(
                command, field.description, field.read(settings),
                [&settings, write = field.write](const FieldValue& value) { write(settings, value); }, alias));
    return options;
}

/// An option that stands for a key of a section of the recipe, as `--fit` for "fit.model": `given`, which outlives the command,
/// gets the key with its text. A wrong one throws SettingError of the option's name. The help shows a new recipe's value.
CLI::Option* addKeyOption(CLI::App& command, const std::string& option, const std::string& key, GivenSettings& given);

}  // namespace coarsen::cli
