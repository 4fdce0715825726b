// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.hpp"
#include "app/cli/reference_pages.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstddef>
#include <iostream>
#include <memory>
#include <set>
#include <string>

namespace coarsen::cli {

namespace {

std::string namesOf(const std::set<CLI::Option*>& options) {
    std::set<std::string> names;  // in an order that no address decides
    for (const CLI::Option* option : options)
        names.insert(option->get_name());
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

/// The type that help prints behind the option, without what its checks add: "N" of "N:POSITIVE", but "A:B[:STEP]" as it is.
std::string valueOf(const CLI::Option& option) {
    if (option.get_expected_max() == 0) return {};
    const std::string type = option.get_type_name();
    if (type.starts_with("ENUM")) return "NAME";
    std::size_t end = type.size();
    for (const char* check : {":{", ":POSITIVE", ":NONNEGATIVE", ":in [", ":FILE"})
        end = std::min(end, type.find(check));
    return type.substr(0, end);
}

DescribedOption described(const CLI::Option& option) {
    DescribedOption one;
    one.isPositional = option.get_positional();
    for (const std::string& name : option.get_snames())
        one.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames())
        one.names.push_back("--" + name);
    if (one.isPositional) one.names = {one.names.empty() ? option.get_name() : one.names.front()};
    one.value = one.isPositional ? "" : valueOf(option);
    one.words = option.get_description();
    const std::string usual = option.get_default_str();
    if (!usual.empty() && !one.words.ends_with(']')) one.words += " [" + usual + "]";
    const std::string& group = option.get_group();
    one.group = group == "Options" || group == "OPTIONS" ? "" : group;
    one.needs = namesOf(option.get_needs());
    one.excludes = namesOf(option.get_excludes());
    one.isRequired = option.get_required();
    one.isRepeatable = option.get_expected_max() > 1;
    return one;
}

/// Adds a command and what it is made of; groups of options without a name are part of it.
void describe(const CLI::App& app, const std::string& name, DescribedCommands& commands) {
    const std::size_t at = commands.size();
    commands.push_back({name, app.get_description(), {}, app.get_footer()});
    const auto add = [&](const CLI::App& part) {
        for (const CLI::Option* option : part.get_options({}))
            if (option != part.get_help_ptr()) commands[at].options.push_back(described(*option));
    };
    add(app);
    for (const CLI::App* part : app.get_subcommands({})) {
        if (part->get_name().empty())
            add(*part);
        else
            describe(*part, name.empty() ? part->get_name() : name + " " + part->get_name(), commands);
    }
}

}  // namespace

void addReference(CLI::App& app, Command& chosen) {
    CLI::App* sub = app.add_subcommand("reference", "Print the reference that this program makes of itself");
    auto form = std::make_shared<std::string>();
    sub->add_option(
           "form", *form,
           "options or keys: Markdown of every option, or of every key of a recipe; man: the manual page; bash: completion "
           "for bash")
        ->type_name("FORM")
        ->required()
        ->check(CLI::IsMember({"options", "keys", "man", "bash"}));
    sub->footer("Example: coarsen-cli reference bash > ~/.local/share/bash-completion/completions/coarsen-cli");
    sub->callback([&app, &chosen, form] {
        chosen = [&app, form] {
            DescribedCommands commands;
            describe(app, "", commands);
            std::cout << (*form == "options" ? optionsPage(commands)
                          : *form == "keys"  ? recipeKeysPage()
                          : *form == "man"   ? manualPage(commands)
                                             : bashCompletion(commands));
            return static_cast<int>(allMeasured);
        };
    });
}

}  // namespace coarsen::cli
