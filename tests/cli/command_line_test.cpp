// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.hpp"
#include "core/base/version.hpp"
#include "core/image/decode.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/table.hpp"
#include "tests/support/folders.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <regex>
#include <string>
#include <utility>
#include <vector>

namespace coarsen::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

TEST(CommandLine, SaysItsVersionAndHelpsOnStandardOutput) {
    EXPECT_THAT(coarsenCli({"--version"}).out, StartsWith(std::string("coarsen-cli ") + version + ", commit "));
    for (const char* command : {"analyze", "synth", "selftest", "engines", "recipe"}) {
        EXPECT_THAT(coarsenCli({"--help"}).out, HasSubstr(command));
        const Outcome help = coarsenCli({command, "--help"});
        EXPECT_EQ(help.status, 0);
        EXPECT_THAT(help.out, HasSubstr("Usage"));
        EXPECT_THAT(help.err, IsEmpty());
    }
}

TEST(CommandLine, ThatIsWrongIsStatus2AndOneLine) {
    for (const std::vector<std::string>& words :
         std::vector<std::vector<std::string>>{{},
                                               {"measure"},
                                               {"analyze", "--max-lagg", "3"},
                                               {"synth", "ring"},
                                               {"synth", "square", "-o", "x"},
                                               {"synth", "particles", "-o", "x", "--field", "calm"},
                                               {"synth", "particles", "-o", "x", "--lost", "2"},
                                               {"synth", "particles", "-o", "x", "--diameter", "0"},
                                               {"synth", "particles", "-o", "x", "--max-displacement", "-1"},
                                               {"synth", "particles", "-o", "x", "--particles-per-px", "0"}}) {
        const Outcome outcome = coarsenCli(words);
        EXPECT_EQ(outcome.status, 2) << outcome.err;
        EXPECT_THAT(outcome.err, StartsWith("coarsen-cli: "));
        EXPECT_THAT(outcome.out, IsEmpty());
    }
}

/// Options that the help gives a bound, or a type of one or two letters.
std::vector<std::string> optionsOfNumbers(std::vector<std::string> command) {
    static const std::regex option(
        R"(\n  (?:-\w,)?(--[\w-]+)[\w,-]* ([A-Z]{1,2}(?=[:= \n])|[A-Z]+:(?:POSITIVE|NONNEGATIVE|in )))");
    command.emplace_back("--help");
    const std::string help = coarsenCli(command).out;
    std::vector<std::string> names;
    for (std::sregex_iterator each(help.begin(), help.end(), option), end; each != end; ++each)
        names.push_back((*each)[1]);
    return names;
}

TEST(CommandLine, RefusesNumbersThatNobodyCanReckonWithInShortWords) {
    std::size_t checked = 0;
    for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{{"analyze"},
                                                                                         {"batch"},
                                                                                         {"ensemble"},
                                                                                         {"convolve"},
                                                                                         {"correlate"},
                                                                                         {"surface"},
                                                                                         {"track"},
                                                                                         {"register"},
                                                                                         {"selftest"},
                                                                                         {"synth", "ring"},
                                                                                         {"synth", "exponential"},
                                                                                         {"synth", "grains"},
                                                                                         {"synth", "particles"},
                                                                                         {"synth", "bicontinuous"},
                                                                                         {"synth", "cahn-hilliard"},
                                                                                         {"synth", "flow"}})
        for (const std::string& option : optionsOfNumbers(command))
            for (const char* value : {"nan", "inf"}) {
                std::vector<std::string> words = command;
                words.push_back(option + "=" + value);
                const Outcome outcome = coarsenCli(words);
                EXPECT_EQ(outcome.status, 2) << option << outcome.err;
                EXPECT_THAT(outcome.err, HasSubstr(option)) << command.back();
                EXPECT_THAT(outcome.err, HasSubstr(value)) << command.back() << ' ' << option;
                EXPECT_LT(outcome.err.size(), 200U) << outcome.err;
                ++checked;
            }
    EXPECT_GT(checked, 60U);
    EXPECT_THAT(coarsenCli({"track", "x", "--until", "0"}).err, HasSubstr("--until: '0' is not a whole number above 0; see"));
    EXPECT_THAT(coarsenCli({"track", "x", "--rate", "0"}).err, HasSubstr("--rate: '0' does not fit; give a number from 1e-09"));
    EXPECT_THAT(coarsenCli({"synth", "ring", "-o", "x", "--r-max", "nan:9"}).err, HasSubstr("is no range of lengths"));
}

TEST(CommandLine, LinksNoQt) {
    std::ifstream program(programFile("coarsen-cli"), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(program), {}};

    ASSERT_GT(bytes.size(), 100'000u);
    EXPECT_EQ(bytes.find("libQt6"), std::string::npos);
}

TEST(Engines, AreListedWithTheChoiceOfAuto) {
    const Outcome text = coarsenCli({"engines"});
    EXPECT_EQ(text.status, 0);
    EXPECT_THAT(text.out, HasSubstr("cpu-direct"));
    EXPECT_THAT(text.out, HasSubstr("auto takes"));

    const auto json = nlohmann::json::parse(coarsenCli({"engines", "--json"}).out);
    EXPECT_EQ(json.at("engines").at(0).at("name"), "cpu-direct");
    EXPECT_EQ(json.at("engines").at(0).at("available"), true);
    EXPECT_FALSE(json.at("auto").get<std::string>().empty());
    EXPECT_FALSE(json.at("auto_reason").get<std::string>().empty());
}

TEST(RecipeCommand, PrintsARecipeThatValidates) {
    const TemporaryFolder folder;
    const Outcome printed = coarsenCli({"recipe", "--default"});
    EXPECT_EQ(nlohmann::json::parse(printed.out).at("schema"), 1);
    writeWhole(folder / "recipe.json", printed.out);

    EXPECT_EQ(coarsenCli({"recipe", "--validate", folder / "recipe.json"}).status, 0);
    EXPECT_THAT(coarsenCli({"recipe", "--keys"}).out, HasSubstr("flatten.sigma"));
}

TEST(RecipeCommand, PrintsThePresets) {
    EXPECT_EQ(coarsenCli({"recipe", "--preset", "default"}).out, coarsenCli({"recipe", "--default"}).out);
    const auto lu = nlohmann::json::parse(coarsenCli({"recipe", "--preset", "lu2010"}).out);
    EXPECT_EQ(lu.at("measure").at("bracket"), "mean-free");
    const Outcome unknown = coarsenCli({"recipe", "--preset", "lu2011"});
    EXPECT_EQ(unknown.status, 2);
    EXPECT_THAT(unknown.err, HasSubstr("default, plain, lu2010 and lu2010-mean-off"));
}

TEST(RecipeCommand, NamesWhatIsWrong) {
    const TemporaryFolder folder;
    writeWhole(folder / "recipe.json", std::string_view(R"({"schema":1,"steps":[{"step":"flatten","on":true,"sigmaa":3}]})"));

    const Outcome outcome = coarsenCli({"recipe", "--validate", folder / "recipe.json"});

    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("recipe.json"));
    EXPECT_THAT(outcome.err, HasSubstr("sigmaa"));
}

TEST(Bench, IsAProgramOfItsOwnThatMayBeMissing) {
    const TemporaryFolder folder;
    std::filesystem::copy_file(programFile("coarsen-cli"), folder / "coarsen-cli");

    const Outcome outcome = coarsenCli({"bench", "--suite", "paper"}, {}, {}, folder / "coarsen-cli");

    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("coarsen-bench, which is not beside this one; build Coarsen with"));
    EXPECT_THAT(outcome.out, IsEmpty());
}

TEST(Synth, WritesImagesAndTheirTruth) {
    const TemporaryFolder folder;
    const std::vector<std::string> words{"synth",    "ring", "-o",      folder / "ring", "--size", "160x120",
                                         "--frames", "3",    "--r-max", "12:16",         "--law",  "power:0.5",
                                         "--dust",   "3",    "--light", "0.3",           "--seed", "7"};

    const Outcome outcome = coarsenCli(words);

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const Table truth = readTable(std::filesystem::path(folder / "ring") / "truth.csv");
    EXPECT_THAT(truth.lines.front(), StartsWith("frame,file,time_s,r_max_px,drift_x_px,drift_y_px"));
    EXPECT_EQ(truth.rows.size(), 3u);
    EXPECT_NEAR(truth.number(0, "r_max_px"), 12, 1e-9);
    EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(folder / "ring") / "truth.json"));
    EXPECT_EQ(coarsenCli(words).status, 2) << "the folder is no longer empty";
}

TEST(Synth, WritesTheTrueAxesAtEachPixelWhereTheyAreAskedFor) {
    const TemporaryFolder folder;
    ASSERT_EQ(coarsenCli({"synth", "grains", "-o", folder / "grains", "--size", "64x48", "--frames", "2", "--grain", "12",
                          "--fields", folder / "axes"})
                  .status,
              0);
    const Table grains = readTable(folder / "grains" / "grains.csv");
    for (const int frame : {0, 1}) {
        const std::filesystem::path file = folder / "axes" / ("axes_000" + std::to_string(frame) + ".tif");
        const Image cosines = decode(file, 0).image, sines = decode(file, 1).image;
        ASSERT_EQ(cosines.width(), 64);
        for (const auto& [x, y] : {std::pair{0, 0}, {63, 0}, {20, 31}, {63, 47}}) {
            double nearest = 1e9, axisDeg = 0;
            for (std::size_t row = 0; row < grains.rows.size(); ++row)
                if (const double distance = std::hypot(grains.number(row, "x_px") - x, grains.number(row, "y_px") - y);
                    grains.number(row, "frame") == frame && distance < nearest)
                    nearest = distance, axisDeg = grains.number(row, "axis_deg");
            EXPECT_NEAR(cosines.at(x, y), std::cos(axisDeg * std::numbers::pi / 90), 1e-6) << x << ", " << y;
            EXPECT_NEAR(sines.at(x, y), std::sin(axisDeg * std::numbers::pi / 90), 1e-6) << x << ", " << y;
        }
    }
}

TEST(Synth, OfAMixtureTakesItsTimes) {
    const TemporaryFolder folder;

    const Outcome outcome =
        coarsenCli({"synth", "cahn-hilliard", "-o", folder / "mixture", "--size", "96x64", "--times", "10,20"});

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(readTable(folder / "mixture" / "truth.csv").rows.size(), 2u);
}

}  // namespace
}  // namespace coarsen::test
