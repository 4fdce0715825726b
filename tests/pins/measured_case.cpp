// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pins/measured_case.hpp"

#include "tests/cli/program.hpp"
#include "tests/cli/table.hpp"
#include "tests/pins/differences.hpp"
#include "tests/support/folders.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

namespace coarsen::test {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> argumentsOf(const fs::path& pin) {
    std::ifstream text(pin / "arguments");
    std::vector<std::string> words;
    for (std::string line; std::getline(text, line);)
        if (!line.starts_with('#')) words.push_back(line);
    return words;
}

/// The exit status that the contract gives to such a table.
int statusFor(const Table& results) {
    const bool isComplete = std::ranges::all_of(
        results.rows, [](const auto& row) { return row.at("status") == "ok" || row.at("status") == "excluded"; });
    return isComplete ? 0 : 3;
}

}  // namespace

fs::path dataFolder() {
    return sourceFolder() / "tests" / "data";
}

RepositoryCopy::RepositoryCopy() : before_(fs::current_path()) {
    fs::create_directories(folder_ / "tests/data/pins");
    fs::create_directories(folder_ / "resources");
    for (const char* name : {"sample-crossover", "sample"})  // the latter: where it lay when schema1's session was made
        fs::create_directory_symlink(sourceFolder() / "resources/sample-crossover", folder_ / "resources" / name);
    fs::create_directory_symlink(sourceFolder() / "resources/sample-volumes", folder_ / "resources/sample-volumes");
    for (const char* inputs : {"foam", "rings"})
        fs::create_directory_symlink(dataFolder() / inputs, folder_ / "tests/data" / inputs);
    fs::copy(dataFolder() / "schema1", folder_ / "tests/data/schema1");
    fs::current_path(folder_.path());
}

RepositoryCopy::~RepositoryCopy() {
    std::error_code failed;
    fs::current_path(before_, failed);
}

std::vector<std::string> pinnedCases() {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(dataFolder() / "pins"))
        if (entry.is_directory()) names.push_back(entry.path().filename().string());
    return names;
}

void expectNone(const std::vector<std::string>& differences) {
    constexpr std::size_t most = 20;
    for (std::size_t i = 0; i < std::min(most, differences.size()); ++i)
        ADD_FAILURE() << differences[i];
    if (differences.size() > most) ADD_FAILURE() << "... and " << differences.size() - most << " more";
}

void expectPinned(const std::string& name) {
    const fs::path pin = dataFolder() / "pins" / name, out = fs::path("tests/data/pins") / name;
    const RepositoryCopy here;
    std::vector<std::string> words = argumentsOf(pin);
    ASSERT_FALSE(words.empty()) << pin;
    words.insert(words.begin(), "analyze");
    words.insert(words.end(), {"-o", out, "--quiet"});

    const Outcome outcome = coarsenCli(words);

    EXPECT_EQ(outcome.status, statusFor(readTable(pin / "results.csv"))) << outcome.err;
    for (const char* needed : {"results.csv", "c1d.csv", "fit.json", "session.coarsen"})
        EXPECT_TRUE(fs::exists(pin / needed)) << needed << " is not pinned";
    for (const auto& file : fs::directory_iterator(pin))
        if (file.path().filename() != "arguments") expectNone(differences(file.path(), out / file.path().filename()));
}

}  // namespace coarsen::test
