// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reference_pages.hpp"

#include "core/recipe/recipe.hpp"
#include "core/recipe/sections.hpp"
#include "core/settings/fields.hpp"

#include <algorithm>
#include <sstream>
#include <string_view>

namespace coarsen::cli {

namespace {

constexpr std::string_view madeByProgram =
    "This page is made by `cmake --build build --target pages` from the program itself; edit the\n"
    "descriptions there, not this page.\n\n";

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

/// A cell of a table in Markdown.
std::string cell(const std::string& text) {
    return replaced(replaced(replaced(text, "|", "\\|"), "<", "&lt;"), "*", "\\*");
}

std::string joinedNames(const DescribedOption& option) {
    return joined(option.names, ", ");
}

/// "--times; not with --interval", in Markdown.
std::string conditions(const DescribedOption& option) {
    std::string text;
    if (option.isRequired) text += " Required.";
    if (option.isRepeatable && !option.isPositional) text += " Repeatable.";
    if (!option.needs.empty()) text += " Needs " + option.needs + ".";
    if (!option.excludes.empty()) text += " Not with " + option.excludes + ".";
    return text;
}

/// The options of one kind, with a row each.
std::string tableOf(const std::vector<DescribedOption>& options, const std::string& group, bool isPositional) {
    std::string rows;
    for (const DescribedOption& option : options) {
        if (option.isPositional != isPositional || option.group != group) continue;
        const std::string value = option.value.empty() ? "" : " " + option.value;
        rows += "| `" + replaced(joinedNames(option) + value, "|", "\\|") + "` | " +
                cell(option.words + (option.words.ends_with('.') ? "" : ".") + conditions(option)) + " |\n";
    }
    if (rows.empty()) return {};
    return (group.empty() ? "" : "**" + group + "**\n\n") + (isPositional ? "| argument |" : "| option |") +
           " meaning |\n| --- | --- |\n" + rows + "\n";
}

std::vector<std::string> groupsOf(const DescribedCommand& command) {
    std::vector<std::string> groups{""};
    for (const DescribedOption& option : command.options)
        if (std::ranges::find(groups, option.group) == groups.end()) groups.push_back(option.group);
    return groups;
}

std::string usageOf(const DescribedCommand& command) {
    std::string usage = "coarsen-cli" + (command.name.empty() ? "" : " " + command.name);
    for (const DescribedOption& option : command.options)
        if (option.isPositional) usage += option.isRequired ? " " + option.names.front() : " [" + option.names.front() + "]";
    for (const DescribedOption& option : command.options)
        if (!option.isPositional && option.isRequired) usage += " " + option.names.front() + " " + option.value;
    return usage + " [options]";
}

/// Text for troff: nothing in it is a request.
std::string troff(const std::string& text) {
    std::string safe = replaced(replaced(text, "\\", "\\e"), "-", "\\-");
    safe = replaced(safe, "\n.", "\n\\&.");
    safe = replaced(safe, "\n'", "\n\\&'");
    return safe.starts_with('.') || safe.starts_with('\'') ? "\\&" + safe : safe;
}

void writeKeys(std::ostream& page, const std::string& owner, const std::vector<FieldDescription>& fields) {
    static const Recipe ofNew = defaultRecipe(), ofAbsent = recipeOfAbsentKeys();
    const auto code = [](const std::string& text) { return text.empty() ? text : "`" + text + "`"; };
    for (const FieldDescription& field : fields) {
        const std::string key = owner + "." + field.name;
        const std::string usual = textOf(valueOf(ofNew, key)),
                          absent = field.absent.empty() ? textOf(valueOf(ofAbsent, key)) : field.absent;
        page << "| `" << key << "` | " << cell(legalValues(field)) << " | " << code(usual) << " | "
             << (absent == usual  ? ""
                 : absent.empty() ? "none"
                                  : code(absent))
             << " | " << cell(field.help) << " |\n";
    }
}

constexpr std::string_view headOfKeys =
    "| key | values | new recipes | recipes without the key | meaning |\n| --- | --- | --- | --- | --- |\n";

std::string words(const std::vector<std::string>& all) {
    std::string text;
    for (const std::string& one : all)
        text += (text.empty() ? "" : " ") + one;
    return text;
}

}  // namespace

std::string optionsPage(const DescribedCommands& commands) {
    std::ostringstream page;
    page << "# Options of the command line\n\n" << madeByProgram << "| command | does |\n| --- | --- |\n";
    for (const DescribedCommand& command : commands)
        if (!command.name.empty())
            page << "| [`" << command.name << "`](#" << replaced(command.name, " ", "-") << ") | " << cell(command.words)
                 << " |\n";
    page << '\n';
    for (const DescribedCommand& command : commands) {
        if (command.name.empty()) continue;
        page << "## " << command.name << "\n\n" << command.words << ".\n\n```\n" << usageOf(command) << "\n```\n\n";
        page << tableOf(command.options, "", true);
        for (const std::string& group : groupsOf(command))
            page << tableOf(command.options, group, false);
        if (!command.footer.empty()) page << "```\n" << command.footer << "\n```\n\n";
    }
    page << "## Exit status\n\n" << commands.front().footer << '\n';
    return page.str();
}

std::string recipeKeysPage() {
    const Recipe recipe = defaultRecipe();
    std::ostringstream page;
    page << "# Keys of a recipe\n\n"
         << madeByProgram
         << "`--set KEY=VALUE` changes one of them, `coarsen-cli recipe` prints the default recipe as JSON, and the window's "
            "forms show the\n"
            "same settings. A recipe that lacks a key means the value in the fourth column, where there is one, so that old "
            "recipes give\n"
            "their numbers for ever; else it means that of new recipes. Steps are applied in this order.\n\n";
    for (const Step& step : recipe.steps) {
        page << "## " << step.label() << "\n\n" << step.help() << ".\n\n" << headOfKeys;
        if (step.canSwitchOff())
            page << "| `" << step.key() << ".on` | true or false | `" << (step.isOn() ? "true" : "false")
                 << "` | | Whether the step is applied. |\n";
        writeKeys(page, step.key(), step.fields());
        page << '\n';
    }
    for (const RecipeSection& section : recipeSections()) {
        page << "## " << section.label << "\n\n" << headOfKeys;
        writeKeys(page, section.key, section.fields);
        page << '\n';
    }
    return page.str();
}

std::string manualPage(const DescribedCommands& commands) {
    std::ostringstream page;
    page << ".TH COARSEN-CLI 1 \"\" Coarsen \"User commands\"\n.SH NAME\ncoarsen-cli \\- " << troff(commands.front().words)
         << "\n.SH SYNOPSIS\n.B coarsen-cli\n.I COMMAND\n[options]\n.SH COMMANDS\n";
    for (const DescribedCommand& command : commands) {
        if (command.name.empty()) continue;
        page << ".SS " << troff(command.name) << '\n' << troff(command.words) << ".\n.PP\n.B " << troff(usageOf(command)) << '\n';
        for (const DescribedOption& option : command.options) {
            page << ".TP\n.B " << troff(joinedNames(option));
            if (!option.value.empty()) page << " \\fI" << troff(option.value) << "\\fR";
            page << '\n' << troff(option.words + (option.words.ends_with('.') ? "" : ".") + conditions(option)) << '\n';
        }
        if (!command.footer.empty()) page << ".PP\n.nf\n" << troff(command.footer) << "\n.fi\n";
    }
    page << ".SH EXIT STATUS\n" << troff(commands.front().footer) << "\n.SH SEE ALSO\n.BR coarsen (1)\n";
    return page.str();
}

std::string bashCompletion(const DescribedCommands& commands) {
    std::vector<std::string> names, kinds, keys;
    std::ostringstream cases;
    for (const DescribedCommand& command : commands) {
        if (command.name.empty()) continue;
        const bool isKind = command.name.find(' ') != std::string::npos;
        (isKind ? kinds : names).push_back(isKind ? command.name.substr(command.name.find(' ') + 1) : command.name);
        std::vector<std::string> options;
        for (const DescribedOption& option : command.options)
            if (!option.isPositional) options.insert(options.end(), option.names.begin(), option.names.end());
        if (!options.empty()) cases << "    '" << command.name << "') options='" << words(options) << "' ;;\n";
    }
    const Recipe recipe = defaultRecipe();
    for (const Step& step : recipe.steps) {
        if (step.canSwitchOff()) keys.push_back(step.key() + ".on=");
        for (const FieldDescription& field : step.fields())
            keys.push_back(step.key() + "." + field.name + "=");
    }
    for (const RecipeSection& section : recipeSections())
        for (const FieldDescription& field : section.fields)
            keys.push_back(section.key + "." + field.name + "=");
    return "# Completion of coarsen-cli for bash; made by `coarsen-cli reference bash`.\n"
           "_coarsen_cli() {\n"
           "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} options=\n"
           "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
           "    COMPREPLY=($(compgen -W '" +
           words(names) +
           " --help --version' -- \"$word\"))\n"
           "    return\n"
           "  fi\n"
           "  if [ \"$command\" = synth ]; then\n"
           "    if [ \"$COMP_CWORD\" -eq 2 ]; then\n"
           "      COMPREPLY=($(compgen -W '" +
           words(kinds) +
           "' -- \"$word\"))\n"
           "      return\n"
           "    fi\n"
           "    command=\"synth ${COMP_WORDS[2]}\"\n"
           "  fi\n"
           "  if [ \"$before\" = --set ]; then\n"
           "    compopt -o nospace\n"
           "    COMPREPLY=($(compgen -W '" +
           words(keys) +
           "' -- \"$word\"))\n"
           "    return\n"
           "  fi\n"
           "  case $command in\n" +
           cases.str() +
           "  esac\n"
           "  case $word in\n"
           "    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;\n"
           "  esac\n"
           "}\n"
           "complete -o default -F _coarsen_cli coarsen-cli\n";
}

}  // namespace coarsen::cli
