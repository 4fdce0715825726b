// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

/// The description of the command line in the forms of a reference. No form holds a second text: all words are those of --help
/// and of the recipe's field descriptions.
namespace coarsen::cli {

/// One option or positional argument, as --help has it.
struct DescribedOption {
    std::vector<std::string> names;  ///< "-o", "--output"; of a positional argument its name alone
    std::string value;               ///< word after it: "FILE"; empty for a flag
    std::string words;               ///< its meaning, with its default in brackets
    std::string group;               ///< "Times and fit"; empty: of no group
    std::string needs, excludes;     ///< "--times"; empty: nothing
    bool isPositional = false, isRequired = false, isRepeatable = false;
};

/// One command, or a kind of one: "synth ring".
struct DescribedCommand {
    std::string name;
    std::string words;
    std::vector<DescribedOption> options;
    std::string footer;  ///< several lines; may be empty
};

/// The commands in the order of --help; the first, without a name, is the program itself.
using DescribedCommands = std::vector<DescribedCommand>;

std::string optionsPage(const DescribedCommands& commands);  ///< Markdown: every option of every command
std::string recipeKeysPage();                                ///< Markdown: every key of a recipe
std::string manualPage(const DescribedCommands& commands);   ///< coarsen-cli(1), for man
std::string bashCompletion(const DescribedCommands& commands);

}  // namespace coarsen::cli
