// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.hpp"
#include "app/cli/option_checks.hpp"
#include "app/engines/engines.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/memory.hpp"
#include "core/base/parallel.hpp"
#include "core/base/standard_streams.hpp"
#include "core/base/version_and_commit.hpp"

#include <CLI/CLI.hpp>

#include <cstddef>
#include <exception>
#include <filesystem>
#include <iostream>
#include <new>
#include <string>
#include <string_view>
#include <unistd.h>

namespace {

using namespace coarsen;

int fail(const std::string& message, int status) {
    std::cerr << "coarsen-cli: " << message << '\n';
    return status;
}

/// Words for a mistake in the command line; `first` is its first word.
std::string wordsFor(const CLI::ParseError& error, const CLI::App& app, const std::string& first) {
    if (app.get_subcommands().empty() && !first.empty() && !first.starts_with('-'))
        return "'" + first + "' is no command; see coarsen-cli --help";
    std::string command = "coarsen-cli";
    for (const CLI::App* sub : app.get_subcommands())
        command += " " + sub->get_name();
    std::string words = error.what();
    constexpr std::string_view notConverted = "Could not convert: ";
    if (words.starts_with(notConverted))  // "--frames = 1e99"
        words = words.substr(notConverted.size()) + " is not a number, or does not fit";
    return words + "; see " + command + " --help";
}

/// Number behind --threads of the command that was called; 0 where none is given.
int threadsGiven(const CLI::App& app) {
    for (const CLI::App* command : app.get_subcommands())
        if (const CLI::Option* const threads = command->get_option_no_throw("--threads"); threads && threads->count() > 0)
            return threads->as<int>();
    return 0;
}

constexpr std::size_t leastAddressSpace = std::size_t{256} << 20;  // libraries, and some threads with their stacks

/// Ends without the tidying up of libraries, which wait for ever for threads that they could not start without memory (OpenBLAS).
[[noreturn]] void endWithoutMemory(const std::string& message, int status) {
    std::cout.flush();
    fail(message, status);
    ::_exit(status);
}

int run(int argc, char** argv) {
    CLI::App app{"Coarsen measures how the structure of a material grows, from a series of images.", "coarsen-cli"};
    app.set_version_flag("--version", "coarsen-cli " + versionAndCommit());
    app.require_subcommand(1);
    const Engines engines = allEngines();
    cli::Command chosen;
    cli::addAnalyze(app, engines, chosen);
    cli::addBatch(app, engines, chosen);
    cli::addSynth(app, chosen);
    cli::addSelftest(app, engines, chosen);
    cli::addEngines(app, engines, chosen);
    cli::addBench(app, chosen);
    cli::addEnsemble(app, engines, chosen);
    cli::addConvolve(app, engines, chosen);
    cli::addCorrelate(app, engines, chosen);
    cli::addSurface(app, engines, chosen);
    cli::addTrack(app, engines, chosen);
    cli::addRegister(app, engines, chosen);
    cli::addApply(app, chosen);
    cli::addStrain(app, chosen);
    cli::addRecipe(app, chosen);
    cli::addReference(app, chosen);
    cli::refuseNoNumbers(app);
    app.footer(
        "Each command has its own --help.\n"
        "Exit status: 0 every frame measured; 3 some frames without an R_max (results.csv says why); 2 the command is wrong;\n"
        "1 nothing could be measured; 130 interrupted.");

    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& asked) {  // --help, --version
        return app.exit(asked);
    } catch (const CLI::ParseError& error) {
        return fail(wordsFor(error, app, argc > 1 ? argv[1] : ""), cli::wrongCommand);
    }
    const ThreadLimit limit(threadsGiven(app));
    const int status = chosen();
    const bool isForStandardOutput = !app.got_subcommand("analyze");  // which has written its tables
    if (!std::cout.flush() && isForStandardOutput && status == 0)
        return fail("standard output could not be written to its end; free space, or read it to its end", cli::nothingMeasured);
    return status;
}

}  // namespace

int main(int argc, char** argv) {
    openStandardStreams();
    keepFreedMemory();
    try {
        requireAddressSpace(leastAddressSpace);
    } catch (const SettingError& error) {
        endWithoutMemory(error.what(), cli::wrongCommand);
    }
    try {
        return run(argc, argv);
    } catch (const SettingError& error) {
        return fail(error.what(), cli::wrongCommand);
    } catch (const InputError& error) {
        return fail(error.what(), cli::wrongCommand);
    } catch (const StorageError& error) {
        return fail(error.what(), cli::wrongCommand);
    } catch (const std::bad_alloc&) {
        endWithoutMemory("there is not enough memory; use fewer --threads", cli::nothingMeasured);
    } catch (const std::filesystem::filesystem_error& error) {
        return fail(wordsFor(error), cli::wrongCommand);
    } catch (const std::exception& error) {
        return fail(error.what(), cli::nothingMeasured);
    }
}
