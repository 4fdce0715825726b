// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.hpp"
#include "core/base/error.hpp"
#include "core/base/installed_part.hpp"

#include <CLI/CLI.hpp>

#include <cerrno>
#include <filesystem>
#include <string>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace coarsen::cli {

namespace {

/// Becomes coarsen-bench, which gets these words. Throws SettingError where it is not there.
int becomeBench(std::vector<std::string> words) {
    const std::filesystem::path program = installedPart("coarsen-bench");
    if (program.empty())
        throw SettingError("bench", "the benchmarks are a program of their own, coarsen-bench, which is not beside this one",
                           "build Coarsen with -DCOARSEN_TESTS=ON -DCOARSEN_BENCH=ON");
    words.insert(words.begin(), program.string());
    std::vector<char*> pointers;
    for (std::string& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    ::execv(program.c_str(), pointers.data());
    throw SettingError("bench", program.string() + " cannot be started: " + std::generic_category().message(errno),
                       "build it again");
}

}  // namespace

void addBench(CLI::App& app, Command& chosen) {
    CLI::App* sub =
        app.add_subcommand("bench", "Time the engines side by side on this machine: starts coarsen-bench with these arguments");
    sub->set_help_flag();  // the other program's own help is meant
    sub->prefix_command();
    sub->callback([sub, &chosen] { chosen = [sub] { return becomeBench(sub->remaining()); }; });
}

}  // namespace coarsen::cli
