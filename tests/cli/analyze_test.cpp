// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.hpp"
#include "core/growth/growth_fit.hpp"
#include "core/image/write_png.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/small_series.hpp"
#include "tests/cli/table.hpp"
#include "tests/support/sanitized.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace coarsen::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

nlohmann::json jsonOf(const fs::path& file) {
    std::ifstream text(file);
    return nlohmann::json::parse(text);
}

TEST(Analyze, WritesTheFilesOfTheContract) {
    const SmallSeries series;

    const Outcome outcome = coarsenCli({"analyze", series.images(), "-o", series / "out", "--pixel-size", "2"});

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out,
                StartsWith("Series  " + series.images().parent_path().filename().string() + "\nFrames  6: 6 with R_max"));
    EXPECT_THAT(outcome.out, HasSubstr("\nR_max   "));
    EXPECT_THAT(outcome.out, HasSubstr("\nFit     "));
    const Table results = readTable(series / "out" / "results.csv");
    ASSERT_EQ(results.rows.size(), 6u);
    for (std::size_t i = 0; i < 6; ++i) {
        EXPECT_EQ(results.rows[i].at("status"), "ok");
        EXPECT_EQ(results.number(i, "frame"), static_cast<double>(i));
        EXPECT_DOUBLE_EQ(results.number(i, "r_max_um"), 2 * results.number(i, "r_max_px"));
        EXPECT_EQ(results.number(i, "width_px"), 240);
    }
    EXPECT_EQ(readTable(series / "out" / "c1d.csv").rows.size(), 6u * 61);
    const auto fit = jsonOf(series / "out" / "fit.json");
    EXPECT_EQ(fit.at("chosen"), "line");  // no quench is known
    EXPECT_TRUE(fit.at("t0_s").is_null());
    EXPECT_THAT(fit.at("models").at("power").at("reason").get<std::string>(), HasSubstr("t0"));
    EXPECT_THAT(outcome.out, HasSubstr("t0 is not set"));
    EXPECT_EQ(fit.at("models").size(), growthModels().size());
    EXPECT_EQ(fit.at("length_unit"), "um");
    EXPECT_EQ(jsonOf(series / "out" / "session.coarsen").at("results").size(), 6u);
    EXPECT_EQ(std::distance(fs::directory_iterator(series / "out"), {}), 4);
}

TEST(Analyze, SaysWhatWeakMeansAndInTheFileThatNoLawIsToBeReliedOn) {
    const SmallSeries series;
    const auto analysed = [&](const std::string& limit) {
        const Outcome outcome =
            coarsenCli({"analyze", series.images(), "-o", series / "out", "--force", "--set", "measure.weak=" + limit});
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return outcome.out;
    };

    EXPECT_THAT(analysed("1"),
                AllOf(HasSubstr("(6 weak)"), HasSubstr("A weak R_max may be chance"), HasSubstr("none to rely on")));
    EXPECT_EQ(jsonOf(series / "out" / "fit.json").at("chosen"), "line");
    EXPECT_EQ(jsonOf(series / "out" / "fit.json").at("chosen_reliable"), false);
    EXPECT_THAT(jsonOf(series / "out" / "fit.json").at("chosen_doubt").get<std::string>(), HasSubstr("are weak"));
    EXPECT_THAT(analysed("0.06"), Not(HasSubstr("A weak R_max")));
    EXPECT_EQ(jsonOf(series / "out" / "fit.json").at("chosen_reliable"), true);
}

TEST(Analyze, DrawsTheLineThroughTheOriginWhereTheQuenchIsGivenAndNoLawWasChosen) {
    const SmallSeries series;
    const auto chosen = [&](const std::vector<std::string>& more) {
        std::vector<std::string> words{"analyze", series.images(), "-o", series / "out", "--force"};
        words.insert(words.end(), more.begin(), more.end());
        const Outcome outcome = coarsenCli(words);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        EXPECT_THAT(outcome.out, Not(HasSubstr("t0 is not set")));
        return jsonOf(series / "out" / "fit.json").at("chosen");
    };
    EXPECT_EQ(chosen({"--t0", "0"}), "origin-line");
    EXPECT_EQ(chosen({"--t0", "0", "--fit", "line"}), "line");
    EXPECT_EQ(chosen({"--t0=-2h", "--fit", "power"}), "power");
}

TEST(Analyze, RefusesATimeOfTheQuenchForFramesThatAreOnlyNumbered) {
    const SmallSeries series;
    for (int i = 0; i < 6; ++i)
        fs::rename(series.image(0), series / "images" / ("z" + std::to_string(i) + ".png"));
    const auto with = [&](const std::string& option, const std::string& value) {
        return coarsenCli({"analyze", series.images(), "-o", series / "out", "--force", option, value});
    };
    for (const auto& [option, value] : {std::pair{"--t0", "-2h"}, {"--set", "fit.t0=-2 h"}, {"--set", "fit.to=3 h"}}) {
        const Outcome refused = with(option, value);
        EXPECT_EQ(refused.status, 2) << value;
        EXPECT_THAT(refused.err, HasSubstr("the frames have none: they are numbered")) << value;
        EXPECT_THAT(refused.err, HasSubstr("--interval")) << value;
    }
    const Outcome counted = with("--t0", "-7200");
    EXPECT_EQ(counted.status, 0) << counted.err;
    EXPECT_THAT(counted.err, HasSubstr("--t0 -7200 counts frames"));
}

TEST(Analyze, WritesWhatEachStepDoesToTheLengthWhenAsked) {
    const SmallSeries series;

    EXPECT_EQ(coarsenCli({"analyze", series.images(), "-o", series / "out", "--effects", "2", "--set", "crop.on=false"}).status,
              0);

    const Table effects = readTable(series / "out" / "effects.csv");
    const Table results = readTable(series / "out" / "results.csv");
    ASSERT_EQ(effects.rows.size(), 6u);  // flatten, dust and all of frames 0 and 5
    EXPECT_EQ(effects.rows[0].at("step"), "flatten");
    EXPECT_EQ(effects.rows[2].at("step"), "all");
    EXPECT_EQ(effects.number(3, "frame"), 5);
    EXPECT_EQ(effects.number(3, "r_max_with_px"), results.number(5, "r_max_px"));
    for (std::size_t i = 0; i < 6; ++i)
        EXPECT_NEAR(effects.number(i, "r_max_with_px") / effects.number(i, "r_max_without_px"),
                    1 + effects.number(i, "change_percent") / 100, 1e-9);
}

TEST(Analyze, WritesC1DBySectorsWhenAsked) {
    const SmallSeries series;

    EXPECT_EQ(coarsenCli({"analyze", series.images(), "-o", series / "out", "--set", "measure.sectors=4"}).status, 0);

    const Table sectors = readTable(series / "out" / "sectors.csv");
    const Table profiles = readTable(series / "out" / "c1d.csv");
    ASSERT_EQ(sectors.rows.size(), 6u * 4 * 61);
    EXPECT_EQ(sectors.number(61, "sector_deg"), 45);
    EXPECT_EQ(sectors.number(0, "c"), 1);
    for (std::size_t r = 0; r <= 60; ++r) {  // isotropic: quarters of the circle scatter about the whole one
        double mean = 0;
        for (std::size_t sector = 0; sector < 4; ++sector)
            mean += sectors.number(61 * sector + r, "c") / 4;
        EXPECT_NEAR(mean, profiles.number(r, "c1d"), 0.02) << r;
    }
}

TEST(Analyze, GivesTheSameRowsOnOneThreadAndOnTwo) {
    const SmallSeries series;

    coarsenCli({"analyze", series.images(), "-o", series / "one", "--threads", "1"});
    coarsenCli({"analyze", series.images(), "-o", series / "two", "--threads", "2"});

    EXPECT_EQ(readTable(series / "one" / "results.csv").lines, readTable(series / "two" / "results.csv").lines);
    EXPECT_EQ(readTable(series / "one" / "c1d.csv").lines, readTable(series / "two" / "c1d.csv").lines);
    EXPECT_EQ(jsonOf(series / "one" / "fit.json"), jsonOf(series / "two" / "fit.json"));
}

TEST(Analyze, StartsNoMoreThreadsThanItMayAndWritesTheSame) {
    if (sanitized()) GTEST_SKIP() << "a sanitizer counts threads by itself";
    const SmallSeries series(120);  // long enough for laws and tables to be made on several threads
    const auto threadsStarted = [&](const std::string& threads, const std::string& out) {
        fs::remove(series / "started");
        const Outcome outcome = coarsenCli({"analyze", series.images(), "-o", series / out, "--threads", threads},
                                           {{"LD_PRELOAD", programFile("libcoarsen_counted_threads.so").string()},
                                            {"COARSEN_THREADS_FILE", (series / "started").string()}});
        EXPECT_TRUE(outcome.status == 0 || outcome.status == 3) << outcome.err;
        return contentOf(series / "started").size();
    };
    const auto alone = threadsStarted("1", "one"), ofThree = threadsStarted("3", "three");

    EXPECT_LE(alone, 1u) << "one waits for Ctrl+C";
    EXPECT_GE(ofThree, alone + 2) << "the two beside the first measure";
    for (const char* const file : {"results.csv", "c1d.csv"})
        EXPECT_EQ(readTable(series / "one" / file).lines, readTable(series / "three" / file).lines) << file;
    EXPECT_EQ(jsonOf(series / "one" / "fit.json"), jsonOf(series / "three" / "fit.json"));
    auto one = jsonOf(series / "one" / "session.coarsen"), three = jsonOf(series / "three" / "session.coarsen");
    for (auto* const session : {&one, &three})
        for (const char* const key : {"started_utc", "finished_utc", "outputs"})
            session->erase(key);
    EXPECT_EQ(one, three);
}

TEST(Analyze, OfOneFrameGivesTheSameRowAsInItsSeries) {
    const SmallSeries series;

    coarsenCli({"analyze", series.images(), "-o", series / "all"});
    coarsenCli({"analyze", series.images(), "-o", series / "one", "--frames", "3:4"});

    const Table all = readTable(series / "all" / "results.csv"), one = readTable(series / "one" / "results.csv");
    ASSERT_EQ(one.rows.size(), 1u);
    EXPECT_EQ(one.lines[1], all.lines[4]);
}

TEST(Analyze, KeepsStandardOutputForTheSummary) {
    const SmallSeries series;

    const Outcome quiet = coarsenCli({"analyze", series.images(), "-o", series / "quiet", "--quiet"});
    EXPECT_THAT(quiet.out, IsEmpty());
    EXPECT_EQ(quiet.err, "coarsen-cli: Skipped (not images): truth.csv, truth.json.\n") << "what was noticed is no progress";

    const Outcome told = coarsenCli({"analyze", series.images(), "-o", series / "told", "--progress", "json"});
    std::istringstream lines(told.err);
    int done = 0;
    for (std::string line; std::getline(lines, line);) {
        const auto json = nlohmann::json::parse(line);
        if (json.contains("notice")) continue;  // of truth.csv, which is no image
        EXPECT_EQ(json.at("done"), ++done);
        EXPECT_EQ(json.at("total"), 6);
    }
    EXPECT_EQ(done, 6);
}

TEST(Analyze, RefusesAFolderWithResultsUnlessForced) {
    const SmallSeries series;
    const std::vector<std::string> words{"analyze", series.images(), "-o", series / "out"};
    ASSERT_EQ(coarsenCli(words).status, 0);
    const Table before = readTable(series / "out" / "results.csv");

    const Outcome again = coarsenCli(words);
    EXPECT_EQ(again.status, 2);
    EXPECT_THAT(again.err, HasSubstr("--force"));

    auto forced = words;
    forced.insert(forced.end(), {"--force", "--frames", "0:2"});
    EXPECT_EQ(coarsenCli(forced).status, 0);
    EXPECT_EQ(readTable(series / "out" / "results.csv").rows.size(), 2u);
}

TEST(Analyze, NamesEachFrameThatIsNotAnImage) {
    const SmallSeries series;
    const SmallSeries other(1, 200, 150);
    writeWhole(series.image(1), std::string_view("this is text, not a picture"));
    writeWhole(series.image(2), std::string_view(""));
    fs::copy_file(other.image(0), series.image(3), fs::copy_options::overwrite_existing);
    writeGreyPng(series.image(4), Image(240, 180, std::vector<std::uint8_t>(240 * 180, 90)));
    writeWhole(series.images() / "notes.txt", std::string_view("a note"));

    const Outcome outcome = coarsenCli({"analyze", series.images(), "-o", series / "out"});

    EXPECT_EQ(outcome.status, 3);
    const Table results = readTable(series / "out" / "results.csv");
    ASSERT_EQ(results.rows.size(), 6u);
    for (const int bad : {1, 2, 3, 4}) {
        const auto& row = results.rows[static_cast<std::size_t>(bad)];
        EXPECT_EQ(row.at("status"), "failed");
        EXPECT_FALSE(row.at("message").empty());
        EXPECT_THAT(outcome.err, HasSubstr(row.at("file")));
        EXPECT_THAT(outcome.err, HasSubstr(row.at("message")));
    }
    EXPECT_THAT(results.rows[3].at("message"), HasSubstr("200 × 150, the others are 240 × 180"));
    EXPECT_THAT(results.rows[4].at("message"), HasSubstr("one flat grey"));
    EXPECT_THAT(outcome.err, HasSubstr("notes.txt"));
    EXPECT_EQ(results.rows[5].at("status"), "ok");
}

TEST(Analyze, IsStatus1WhereNothingCouldBeRead) {
    const TemporaryFolder folder;
    writeWhole(folder / "a.png", std::string_view("text"));

    EXPECT_EQ(coarsenCli({"analyze", folder / "a.png", "-o", folder / "out"}).status, 1);
}

TEST(Analyze, IsStatus2ForWhatTheUserCanMend) {
    const SmallSeries series;
    writeWhole(series / "bad.json", std::string_view("{\"schema\":1,"));
    const std::string out = series / "out", images = series.images();
    const std::vector<std::vector<std::string>> wrong{
        {"analyze", series / "nowhere", "-o", out},
        {"analyze", images},
        {"analyze", "-o", out},
        {"analyze", images, "-o", out, "--recipe", series / "bad.json"},
        {"analyze", images, "-o", out, "--recipe", series / "none.json"},
        {"analyze", images, "-o", out, "--set", "flatten.sigma"},
        {"analyze", images, "-o", out, "--set", "flatten.sgima=3"},
        {"analyze", images, "-o", out, "--set", "flatten.order=99"},
        {"analyze", images, "-o", out, "--engine", "cpu-abacus"},
        {"analyze", images, "-o", out, "--engine", "gpu-fft"},
        {"analyze", images, "-o", out, "--exact"},  // the default recipe divides by the background
        {"analyze", images, "-o", out, "--mean", "median"},
        {"analyze", images, "-o", out, "--pixel-size", "small"},
        {"analyze", images, "-o", out, "--interval", "-3"},
        {"analyze", images, "-o", out, "--interval", "0h"},
        {"analyze", images, "-o", out, "--interval", "ten minutes"},
        {"analyze", images, "-o", out, "--interval", "3 months"},
        {"analyze", images, "-o", out, "--interval", "inf"},
        {"analyze", images, "-o", out, "--interval", ""},
        {"analyze", images, "-o", out, "--frames", "5:2"},
        {"analyze", images, "-o", out, "--frames", "x"},
        {"analyze", images, "-o", out, "--progress", "loud"},
        {"analyze", images, "-o", out, "--save", "everything"},
        {"analyze", images, "-o", out, "--times", series / "none.csv"},
        {"analyze", images, "-o", "/proc/coarsen-out"},
    };
    for (const auto& words : wrong) {
        const Outcome outcome = coarsenCli(words);
        EXPECT_EQ(outcome.status, 2) << testing::PrintToString(words) << outcome.err;
        EXPECT_THAT(outcome.err, StartsWith("coarsen-cli: "));
        EXPECT_FALSE(fs::exists(fs::path(out) / "results.csv"));
    }
}

TEST(Analyze, OfAFolderOfSeriesNamesThemAndSaysWhatToType) {
    const SmallSeries series(3);
    fs::create_directories(series / "all runs");
    fs::rename(series.images(), series / "all runs" / "foam 2");
    fs::create_directories(series / "all runs" / "empty");

    const Outcome outcome = coarsenCli({"analyze", series / "all runs", "-o", series / "out"});

    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("all runs: there is no image in it, but there are in folders below it: foam 2 (3); "));
    EXPECT_THAT(outcome.err, HasSubstr("coarsen-cli analyze '" + (series / "all runs/foam 2").string() + "' -o OUT"));
    EXPECT_THAT(outcome.err, HasSubstr("coarsen-cli batch '" + (series / "all runs").string() + "' -o OUT"));
    EXPECT_FALSE(fs::exists(series / "out"));
    EXPECT_THAT(coarsenCli({"analyze", series / "all runs" / "empty", "-o", series / "out"}).err,
                HasSubstr("images are files ending in"));
}

TEST(Analyze, TakesRecipeAndSettings) {
    const SmallSeries series;
    writeWhole(series / "recipe.json",
               std::string_view(R"({"schema":1,"steps":[{"step":"grey","on":true}],"measure":{"max_lag":50}})"));

    const Outcome outcome = coarsenCli({"analyze", series.images(), "-o", series / "out", "--recipe", series / "recipe.json",
                                        "--set", "crop.on=true", "--set", "crop.width=200", "--set", "crop.height=160", "--exact",
                                        "--fit", "power", "--weights", "none", "--t0=-3600"});

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const Table results = readTable(series / "out" / "results.csv");
    EXPECT_EQ(results.number(0, "width_px"), 200);
    EXPECT_EQ(readTable(series / "out" / "c1d.csv").rows.size(), 6u * 51);
    EXPECT_EQ(jsonOf(series / "out" / "fit.json").at("chosen"), "power");
    EXPECT_EQ(jsonOf(series / "out" / "fit.json").at("t0_s"), -3600.0);
}

TEST(Analyze, TakesAnIntervalInSecondsOrInTheUnitThatIsWritten) {
    const SmallSeries series(2);
    const std::vector<std::pair<std::string, double>> typed{{"60", 60},     {"2.5", 2.5},  {"1e3", 1000},  {"90s", 90},
                                                            {"10min", 600}, {"2 h", 7200}, {"0.5d", 43200}};
    for (const auto& [words, seconds] : typed) {
        const Outcome outcome = coarsenCli({"analyze", series.images(), "-o", series / "out", "--force", "--interval", words});

        EXPECT_EQ(outcome.status, 0) << words << ": " << outcome.err;
        EXPECT_EQ(readTable(series / "out" / "results.csv").number(1, "time_s"), seconds) << words;
    }
}

TEST(Analyze, SaysThatAPathIsEmptyAndWhatToDo) {
    const SmallSeries series(1);
    const std::vector<std::vector<std::string>> typed{{"analyze", "", "-o", series / "out"},
                                                      {"analyze", series.images(), "", "-o", series / "out"}};
    for (const auto& words : typed) {
        const Outcome outcome = coarsenCli(words);

        EXPECT_EQ(outcome.status, 2);
        EXPECT_THAT(outcome.err, AllOf(HasSubstr("the path is empty"), HasSubstr("name a folder of images")));
    }
}

TEST(Analyze, TakesTimesFromAnIntervalOrATable) {
    const SmallSeries series(3);
    coarsenCli({"analyze", series.images(), "-o", series / "interval", "--interval", "2.5"});
    coarsenCli({"analyze", series.images(), "-o", series / "table", "--times", series.images() / "truth.csv"});

    const Table interval = readTable(series / "interval" / "results.csv"), table = readTable(series / "table" / "results.csv");
    EXPECT_EQ(interval.number(2, "time_s"), 5);
    EXPECT_EQ(interval.rows[2].at("time_source"), "interval");
    EXPECT_EQ(table.rows[2].at("time_source"), "table");
    EXPECT_EQ(table.number(2, "time_s"), readTable(series.images() / "truth.csv").number(2, "time_s"));
}

TEST(Analyze, SavesImagesWhenAsked) {
    const SmallSeries series(2);

    const Outcome outcome = coarsenCli({"analyze", series.images(), "-o", series / "out", "--save", "c2d,final,mask"});

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const std::string stem = series.image(1).stem();
    EXPECT_TRUE(fs::exists(series / "out" / "c2d" / (stem + ".tif")));
    EXPECT_TRUE(fs::exists(series / "out" / "final" / (stem + ".tif")));
    EXPECT_TRUE(fs::exists(series / "out" / "mask" / (stem + ".png")));
    EXPECT_GT(fs::file_size(series / "out" / "c2d" / (stem + ".tif")), 20'000u);
}

TEST(Analyze, WritesDecimalPointsInEveryLocale) {
    const SmallSeries series(2);
    coarsenCli({"analyze", series.images(), "-o", series / "plain"});
    coarsenCli({"analyze", series.images(), "-o", series / "german"}, {{"LC_ALL", "de_DE.UTF-8"}, {"LANG", "de_DE.UTF-8"}});

    EXPECT_EQ(readTable(series / "plain" / "results.csv").lines, readTable(series / "german" / "results.csv").lines);
}

TEST(Analyze, TakesAnyPath) {
    const SmallSeries series(2);
    const fs::path odd = series / "a folder, with 100% odd\xE4 names";
    fs::rename(series.images(), odd);
    fs::copy_file(openSeries({odd}).frames[0].file, odd / "zz m\xE4rz #1.png");

    const Outcome outcome = coarsenCli({"analyze", odd, "-o", series / "out put", "--interval", "1"});

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const Table results = readTable(series / "out put" / "results.csv");
    ASSERT_EQ(results.rows.size(), 3u);
    EXPECT_EQ(results.rows[2].at("file"), "zz m%E4rz #1.png");

    const Outcome again = coarsenCli({"analyze", "--session", series / "out put" / "session.coarsen"});
    EXPECT_EQ(again.status, 0) << again.err;
    EXPECT_THAT(again.out, HasSubstr("unchanged"));
}

TEST(Analyze, OfASessionGivesTheSameRowsAndNamesChangedImages) {
    const SmallSeries series;
    coarsenCli(
        {"analyze", series.images(), "-o", series / "first", "--set", "flatten.on=false", "--frames", "1:5", "--interval", "9"});
    const std::string session = series / "first" / "session.coarsen";

    const Outcome same = coarsenCli({"analyze", "--session", session, "-o", series / "second"});
    EXPECT_EQ(same.status, 0) << same.err;
    EXPECT_THAT(same.out, HasSubstr("unchanged"));
    EXPECT_EQ(readTable(series / "first" / "results.csv").lines, readTable(series / "second" / "results.csv").lines);

    fs::copy_file(series.image(4), series.image(2), fs::copy_options::overwrite_existing);
    const Outcome changed = coarsenCli({"analyze", "--session", session});
    EXPECT_THAT(changed.err, HasSubstr("differs"));
    EXPECT_THAT(changed.out, Not(HasSubstr("unchanged")));
}

/// A picture of uneven light, brighter to the right.
void writeFlatField(const fs::path& file, int slope = 4) {
    fs::create_directories(file.parent_path());
    std::vector<std::uint8_t> grey(std::size_t{240} * 180);
    for (std::size_t i = 0; i < grey.size(); ++i)
        grey[i] = static_cast<std::uint8_t>(150 + static_cast<int>(i % 240) / slope);
    writeGreyPng(file, Image(240, 180, std::move(grey)));
}

/// A session of a small series with a flat field and a table of times, all in folders of their own.
class MovedSession : public testing::Test {
protected:
    SmallSeries series;
    fs::path flat = series / "light/flat.png", table = series / "light/times.csv", session = series / "first/session.coarsen";

    void SetUp() override {
        writeFlatField(flat);
        std::ofstream times(table);
        times << "file,time_s\n";
        for (int i = 0; i < 6; ++i)
            times << series.image(i).filename().string() << "," << 7 * i << "\n";
        times.close();
        ASSERT_EQ(coarsenCli({"analyze", series.images(), "-o", series / "first", "--times", table, "--set",
                              "flatten.method=files", "--set", "flatten.flat=" + flat.string()})
                      .status,
                  0);
    }
    Outcome again(std::vector<std::string> options = {}) const {
        options.insert(options.begin(), {"analyze", "--session", session, "-o", series / "second", "--force"});
        return coarsenCli(options);
    }
    /// But for the lines that name the recipe, whose path is another one.
    std::vector<std::string> rows(const std::string& folder) const {
        std::vector<std::string> lines = readTable(series / folder / "results.csv").lines;
        std::erase_if(lines, [](const std::string& line) { return line.starts_with("#"); });
        return lines;
    }
    void replace(const fs::path& file) const { fs::copy_file(series.image(1), file, fs::copy_options::overwrite_existing); }
};

TEST_F(MovedSession, IsMeasuredAgainWhereTheImagesAreNow) {
    fs::create_directories(series / "elsewhere");
    fs::rename(series.images(), series / "elsewhere/images");

    const Outcome outcome = again({"--images", series / "elsewhere"});

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("unchanged"));
    EXPECT_EQ(rows("second"), rows("first"));
    EXPECT_THAT(jsonOf(series / "second/session.coarsen").at("series").at("inputs").at(0).at("file").get<std::string>(),
                StartsWith("../elsewhere/images/"));
}

TEST_F(MovedSession, WithoutItsImagesNamesTheRemedyAndWritesNothing) {
    fs::rename(series.images(), series / "elsewhere");

    const Outcome outcome = again();
    fs::create_directories(series / "empty");
    const Outcome looked = again({"--images", series / "empty"});

    for (const Outcome& refused : {outcome, looked}) {
        EXPECT_EQ(refused.status, 2);
        EXPECT_THAT(refused.err, HasSubstr("--images DIR"));
    }
    EXPECT_THAT(looked.err, HasSubstr("nor below --images"));
    EXPECT_FALSE(fs::exists(series / "second"));
}

TEST_F(MovedSession, NamesTheImagesThatAreStillMissingAndTheRemedy) {
    const fs::path one = series.image(2);
    fs::remove(one);

    const Outcome outcome = again();

    EXPECT_EQ(outcome.status, 3);
    EXPECT_THAT(outcome.err, HasSubstr(one.filename().string() + "): the image is missing"));
    EXPECT_THAT(outcome.err, HasSubstr("1 of 6 images are missing; name the folder that holds them with --images DIR"));
}

TEST_F(MovedSession, NamesThreeOfTheImagesThatAreMissingAndCountsThem) {
    for (int i = 0; i < 5; ++i)
        fs::remove(series.image(0));  // the first of those that are left

    const Outcome outcome = again();

    std::size_t named = 0;
    for (std::size_t at = outcome.err.find("): the image is missing"); at != std::string::npos;
         at = outcome.err.find("): the image is missing", at + 1))
        ++named;
    EXPECT_EQ(named, 3U);
    EXPECT_THAT(outcome.err, HasSubstr("5 of 6 images are missing"));
    EXPECT_THAT(outcome.err, HasSubstr("2 more frames, the last of them frame 4"));
}

TEST_F(MovedSession, RefusesOtherImagesOfTheSameNames) {
    const fs::path other = series / "other";
    fs::create_directories(other);
    for (int i = 0; i < 6; ++i)
        fs::copy_file(series.image((i + 1) % 6), other / series.image(i).filename());
    fs::rename(series.images(), series / "elsewhere");

    const Outcome outcome = again({"--images", other});

    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("other images"));
}

TEST_F(MovedSession, TakesAFlatFieldAndATableOfTimesFromBesideIt) {
    fs::rename(flat, series / "first/flat.png");
    fs::rename(table, series / "first/times.csv");

    const Outcome outcome = again();

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(rows("second"), rows("first"));
    EXPECT_THAT(outcome.err, Not(HasSubstr("flat.png"))) << "its hash says that it is the one";
    EXPECT_THAT(outcome.err, HasSubstr("first/times.csv is taken for it, which gives the same times"));
    EXPECT_EQ(jsonOf(series / "second/session.coarsen").at("times").at("table"), "../first/times.csv");
}

TEST_F(MovedSession, TakesThemFromTheFolderNamed) {
    fs::rename(series / "light", series.images() / "light");
    fs::rename(series.images(), series / "elsewhere");

    const Outcome outcome = again({"--images", series / "elsewhere"});

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(rows("second"), rows("first"));
}

TEST_F(MovedSession, SaysWhichFlatFieldItTookWhereNoHashIsRecorded) {
    nlohmann::json json = jsonOf(session);
    json["recipe_files"] = nlohmann::json::array();
    writeWhole(session, json.dump());
    fs::rename(flat, series / "first/flat.png");

    const Outcome outcome = again();

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("first/flat.png is taken for it, though no hash says that it is the same"));
}

TEST_F(MovedSession, DoesNotTakeAnotherFlatFieldOfTheSameName) {
    fs::remove(flat);
    const Outcome missing = again();
    writeFlatField(series / "first/flat.png", 5);
    const Outcome other = again();
    const Outcome chosen = again({"--set", "flatten.flat=" + (series / "first/flat.png").string()});

    EXPECT_EQ(missing.status, 2);
    EXPECT_THAT(missing.err, HasSubstr("--images DIR"));
    EXPECT_EQ(other.status, 2);
    EXPECT_THAT(other.err, HasSubstr("its SHA-256 differs"));
    EXPECT_NE(chosen.status, 2) << chosen.err;
}

TEST(Analyze, TakesAFlatFieldFromBesideTheRecipe) {
    const SmallSeries series;
    writeFlatField(series / "recipe/flat.png");
    writeWhole(series / "recipe/recipe.json",
               R"({"schema":1,"steps":[{"step":"flatten","method":"files","flat":"/somewhere/else/flat.png"}]})");

    const Outcome outcome =
        coarsenCli({"analyze", series.images(), "-o", series / "out", "--recipe", series / "recipe/recipe.json"});

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("recipe/flat.png is taken for it"));
}

TEST(Analyze, SaysWhatSpoilsTheMeasurementWithTheNumberAndARemedy) {
    const SmallSeries series;

    const Outcome sound = coarsenCli({"analyze", series.images(), "-o", series / "sound"});
    const Outcome blurred = coarsenCli(
        {"analyze", series.images(), "-o", series / "blurred", "--set", "flatten.method=blur", "--set", "flatten.sigma=8"});

    EXPECT_THAT(sound.err, Not(HasSubstr("flatten.sigma")));
    EXPECT_THAT(blurred.err, HasSubstr("flatten.sigma: Blur sigma is 0."));
    EXPECT_THAT(blurred.err, HasSubstr("Try --set flatten.sigma="));
}

TEST(Analyze, SaysWhichSettingsOfTheUserChangeNothing) {
    const SmallSeries series;

    const Outcome idle = coarsenCli({"analyze", series.images(), "-o", series / "idle", "--set", "flatten.sigma=80"});
    const Outcome used = coarsenCli(
        {"analyze", series.images(), "-o", series / "used", "--set", "flatten.sigma=80", "--set", "flatten.method=blur"});

    EXPECT_EQ(idle.status, 0);
    EXPECT_THAT(idle.err, HasSubstr("--set flatten.sigma changes nothing while flatten.method=auto"));
    EXPECT_THAT(used.err, Not(HasSubstr("changes nothing")));
}

TEST(Analyze, ThatStabilisesWritesTheShifts) {
    const SmallSeries series;

    coarsenCli({"analyze", series.images(), "-o", series / "out", "--set", "stabilise.on=true"});

    EXPECT_EQ(readTable(series / "out" / "shifts.csv").rows.size(), 6u);
}

}  // namespace
}  // namespace coarsen::test
