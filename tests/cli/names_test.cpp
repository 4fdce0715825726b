// SPDX-License-Identifier: GPL-3.0-or-later
// Images whose names are no text, or mean something to another program: measured, written, opened again, found in our tables.
#include "core/base/utf8.hpp"
#include "core/session/session.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/small_series.hpp"
#include "tests/cli/table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace coarsen::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// In the order in which they are shown, which is that of the frames.
const std::vector<std::pair<std::string, std::string>> names{
    {"%E0.png", "%E0.png"},
    {"\xC0\xAF.png", "%C0%AF.png"},
    {"\xE0\x80\xAF.png", "%E0%80%AF.png"},
    {"\xED\xA0\x80.png", "%ED%A0%80.png"},
    {"\xF4\x90\x80\x80.png", "%F4%90%80%80.png"},
    {"\xF5\x80\x80\x80.png", "%F5%80%80%80.png"},
    {"=1+1.png", "./=1+1.png"},
    {"@a,b.png", "./@a,b.png"},
    {"a\x1B[2J\n.png", "a%1B[2J%0A.png"},
    {"b\u202egnp.png", "b%E2%80%AEgnp.png"},
    {"c\xE2\x82.png", "c%E2%82.png"},
    {"d\x80.png", "d%80.png"},
};

class Names : public testing::Test {
protected:
    Names() {
        for (std::size_t i = 0; i < names.size(); ++i)
            pictures.push_back(series.image(static_cast<int>(i)));
        for (std::size_t i = 0; i < names.size(); ++i)
            fs::rename(pictures[i], series.images() / names[i].first);
        fs::remove(series.images() / "truth.csv");
        fs::remove(series.images() / "truth.json");
    }
    std::vector<std::string> filesIn(const std::string& table) const {
        std::vector<std::string> files;
        for (const auto& row : readTable(series / table).rows)
            files.push_back(row.at("file"));
        return files;
    }
    SmallSeries series{static_cast<int>(names.size()), 120, 90};
    std::vector<fs::path> pictures;
};

TEST_F(Names, OfAnyBytesAreMeasuredAndOpenedAgain) {
    const Outcome first = coarsenCli({"analyze", series.images(), "-o", series / "out", "--interval", "60"});
    ASSERT_EQ(first.status, 0) << first.err;
    std::vector<std::string> shown;
    for (const auto& [bytes, name] : names)
        shown.push_back(name);
    EXPECT_THAT(filesIn("out/results.csv"), testing::UnorderedElementsAreArray(shown));

    const Outcome again = coarsenCli({"analyze", "--session", series / "out/session.coarsen", "-o", series / "again"});
    EXPECT_EQ(again.status, 0) << again.err;
    EXPECT_THAT(again.out, HasSubstr("Images  unchanged"));
    EXPECT_EQ(filesIn("again/results.csv"), filesIn("out/results.csv"));
}

TEST_F(Names, AreFoundInATableOfTimesAsOurTablesSpellThem) {
    ASSERT_EQ(coarsenCli({"analyze", series.images(), "-o", series / "out", "--interval", "7"}).status, 0);

    const Outcome timed = coarsenCli({"analyze", series.images(), "-o", series / "timed", "--times", series / "out/results.csv"});

    EXPECT_EQ(timed.status, 0) << timed.err;
    for (const auto& row : readTable(series / "timed/results.csv").rows)
        EXPECT_EQ(row.at("time_s"), std::to_string(7 * std::stoi(row.at("frame")))) << row.at("file");
}

TEST_F(Names, InMessagesAreTextForEveryProgram) {
    for (const auto& [bytes, name] : names)
        fs::resize_file(series.images() / bytes, 300);

    const Outcome outcome = coarsenCli({"analyze", series.images(), "-o", series / "out", "--progress", "json"});

    EXPECT_EQ(outcome.status, 1);
    EXPECT_TRUE(isUtf8(outcome.err + outcome.out));
    std::istringstream said(outcome.err);
    for (std::string line; std::getline(said, line);)
        EXPECT_TRUE(line.starts_with("coarsen-cli: ") || nlohmann::json::accept(line)) << line;
    EXPECT_EQ(readSession(series / "out/session.coarsen").results.size(), names.size());
}

}  // namespace
}  // namespace coarsen::test
