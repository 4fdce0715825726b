// SPDX-License-Identifier: GPL-3.0-or-later
// Every nasty input through the command line. With COARSEN_NASTY_PROGRAMS=DIR through the coarsen-cli there instead.
#include "tests/cli/program.hpp"
#include "tests/cli/table.hpp"
#include "tests/nasty/nasty_input.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace coarsen::nasty {

/// For GoogleTest, which otherwise prints bytes.
void PrintTo(const NastyInput& input, std::ostream* to) {
    *to << input.name;
}

namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

/// Contents of the folder: bytes of files, targets of links.
std::map<std::string, std::string> contentOf(const fs::path& folder) {
    std::map<std::string, std::string> content;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        const std::string name = entry.path().lexically_relative(folder).string();
        if (entry.is_symlink())
            content[name] = "-> " + fs::read_symlink(entry.path()).string();
        else if (entry.is_regular_file())
            content[name] = make::bytesOf(entry.path());
    }
    return content;
}

std::string oneLine(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    return text;
}

std::string statusesIn(const fs::path& table) {
    std::string statuses;
    for (const auto& row : test::readTable(table).rows)
        statuses += (statuses.empty() ? "" : " ") + row.at("status");
    return statuses;
}

class Nasty : public testing::TestWithParam<NastyInput> {};

TEST_P(Nasty, GetsItsAnswer) {
    const NastyInput& input = GetParam();
    const TemporaryFolder folder;
    input.make(folder.path());
    const auto before = contentOf(folder.path());

    std::vector<std::string> words{"-c", input.before + (input.before.empty() ? "" : "; ") + "exec \"$0\" \"$@\"",
                                   attackedProgram().string()};
    std::ranges::copy(withFolder(input.command, folder.path()), std::back_inserter(words));
    const test::Outcome outcome = test::coarsenCli(words, {}, {}, "/bin/sh");
    const std::string said = oneLine(outcome.err + outcome.out);

    EXPECT_EQ(outcome.status, input.answer.status) << said;
    for (const std::string& part : input.answer.words)
        EXPECT_THAT(said, HasSubstr(part));
    for (const std::string& part : input.answer.silent)
        EXPECT_THAT(said, Not(HasSubstr(part)));
    for (const char* library : {"json.exception", "std::", "basic_string", "vector::", "what():", "terminate", "OpenCV", "libpng",
                                "TIFFReadDirectory", "Warning", "Sanitizer"})
        EXPECT_THAT(said, Not(HasSubstr(library))) << "a library speaks to the user";

    const fs::path table = folder / "out" / "results.csv";
    if (input.answer.frames) {
        ASSERT_TRUE(fs::exists(table)) << said;
        EXPECT_EQ(statusesIn(table), *input.answer.frames) << said;
    }
    if (!input.answer.frames && !before.contains("out/results.csv")) {
        EXPECT_FALSE(fs::exists(table)) << said;
    }

    const auto after = contentOf(folder.path());
    for (const auto& [name, bytes] : before) {
        if (input.replaced.contains(name) || std::ranges::count(input.gone, name) > 0) continue;
        ASSERT_TRUE(after.contains(name)) << name << " was there before: " << said;
        EXPECT_TRUE(after.at(name) == bytes) << name << " was overwritten: " << said;
    }
    for (const std::string& name : input.gone)
        EXPECT_FALSE(after.contains(name)) << name << " is still there";
    for (const std::string& name : input.made)
        EXPECT_TRUE(after.contains(name)) << name << " is missing";
    for (const auto& [name, bytes] : after)
        EXPECT_TRUE(before.contains(name) || std::ranges::count(input.made, name) > 0 ||
                    !fs::path(name).filename().string().starts_with("."))
            << name << " was left behind";
}

INSTANTIATE_TEST_SUITE_P(Inputs, Nasty, testing::ValuesIn(allInputs()), [](const auto& input) { return input.param.name; });

TEST(NastyInputs, AreMany) {
    const NastyInputs all = allInputs();
    EXPECT_GE(all.size(), 150u);
    EXPECT_GE(3 * std::ranges::count_if(all, [](const NastyInput& input) { return input.window.has_value(); }), std::ssize(all));
}

}  // namespace

}  // namespace coarsen::nasty
