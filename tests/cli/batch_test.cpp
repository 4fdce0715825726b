// SPDX-License-Identifier: GPL-3.0-or-later
// Many series in one command, as a user types it.
#include "core/project/sample.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/small_series.hpp"
#include "tests/cli/table.hpp"
#include "tests/support/timeout.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

namespace coarsen::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// Three repeats at two temperatures, whose R_max grows by 1 and 2.5 px a minute, and a folder that holds no picture.
class BatchCommand : public testing::Test {
protected:
    static void ring(const fs::path& folder, double perMinute, std::uint64_t seed, int frames = 6) {
        RingSettings settings;
        settings.width = 240;
        settings.height = 180;
        settings.frames = frames;
        settings.intervalS = 60;
        settings.rMaxFromPx = 12;
        settings.rMaxToPx = 12 + perMinute * (frames - 1);
        settings.seed = seed;
        writeRingSeries(folder, settings);
    }
    void repeats(int count = 3) const {
        for (int k = 0; k < count; ++k) {
            const std::string name(1, static_cast<char>('a' + k));
            ring(parent / "20C" / name, 1, 30 + static_cast<std::uint64_t>(k));
            ring(parent / "30C" / name, 2.5, 40 + static_cast<std::uint64_t>(k));
        }
    }
    Outcome batch(std::vector<std::string> more = {}, const std::function<void(pid_t)>& whileRunning = {}) const {
        std::vector<std::string> words{"batch", parent, "-o", out};
        words.insert(words.end(), more.begin(), more.end());
        return coarsenCli(words, {}, whileRunning);
    }
    TemporaryFolder folder;
    fs::path parent = folder / "parent", out = folder / "out";
};

TEST_F(BatchCommand, MeasuresRepeatsAndComparesTheirConditions) {
    repeats();
    fs::create_directories(parent / "broken");
    std::ofstream(parent / "broken" / "f.png") << "no picture";

    const Outcome outcome = batch({"--pixel-size", "2"});

    EXPECT_EQ(outcome.status, 3) << outcome.err;
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("20C (x = 20, 3 repeats), 30C (x = 30, 3 repeats)"), HasSubstr("broken: frame 0")));
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("20C/a"), HasSubstr("6 of 6"), HasSubstr("µm/s"), HasSubstr("Condition"),
                                   HasSubstr("coarsen --export " + out.string() + "/figures " + out.string() + "/batch.json")));

    const Table groups = readTable(out / "groups.csv");
    ASSERT_EQ(groups.rows.size(), 3U);
    for (const auto& [row, perMinute] : {std::pair{0U, 1.0}, {1U, 2.5}}) {
        const double rate = 2 * perMinute / 60, error = groups.number(row, "rate_err");
        EXPECT_NEAR(groups.number(row, "rate"), rate, 3 * error);
        EXPECT_LT(error, 0.1 * rate);
        EXPECT_EQ(groups.number(row, "repeats"), 3);
        EXPECT_EQ(groups.number(row, "x"), row == 0 ? 20 : 30);
        EXPECT_NEAR(groups.number(row, "rate_mean"), rate, 0.1 * rate);
        EXPECT_GT(groups.number(row, "rate_sd"), 0);
    }
    const Table summary = readTable(out / "summary.csv");
    ASSERT_EQ(summary.rows.size(), 7U);
    EXPECT_EQ(summary.rows[0].at("series"), "20C/a");
    EXPECT_EQ(summary.rows[0].at("unit"), "um");
    EXPECT_EQ(summary.rows[0].at("value_unit"), "um/s");
    EXPECT_EQ(summary.rows[0].at("model"), "line");
    EXPECT_EQ(summary.rows[0].at("exponent_model"), "power-t0");
    EXPECT_THAT(summary.rows[6].at("message"), HasSubstr("No frame of its 1 gave a length"));
    const Table growth = readTable(out / "growth.csv");
    EXPECT_EQ(growth.rows.size(), 6U * 6 + 2 * 6);
    EXPECT_EQ(growth.rows.back().at("repeats"), "3");
    EXPECT_EQ(growth.rows.back().at("series"), "");
    EXPECT_NEAR(growth.number(growth.rows.size() - 1, "since_t0_s"), 300, 1e-9);
    EXPECT_NEAR(readTable(out / "collapse.csv").number(0, "c1d"), 1, 0.01);
}

TEST_F(BatchCommand, MeasuresASeriesAsAnalyzeDoes) {
    ring(parent / "one", 2, 5);
    const std::vector<std::string> settings{"--set", "measure.max_lag=60", "--t0", "-100", "--pixel-size", "3", "--fit", "power"};
    batch(settings);
    std::vector<std::string> words{"analyze", parent / "one", "-o", folder / "alone"};
    words.insert(words.end(), settings.begin(), settings.end());
    coarsenCli(words);

    for (const char* name : {"results.csv", "c1d.csv", "fit.json", "exponents.csv"})
        EXPECT_EQ(readTable(out / "one" / name).lines, readTable(folder / "alone" / name).lines) << name;
}

TEST_F(BatchCommand, FollowsATable) {
    ring(folder / "tables" / "first", 1, 1);
    ring(folder / "tables" / "second", 1, 2);
    std::ofstream(folder / "tables" / "series.csv") << "folder,name,group,x,interval_s,t0_s\n"
                                                       "first,early,A,1,10,-30\n"
                                                       "second,,A,1,,\n";

    const Outcome outcome = coarsenCli({"batch", folder / "tables" / "series.csv", "-o", out, "--t0", "-90"});

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const Table summary = readTable(out / "summary.csv");
    ASSERT_EQ(summary.rows.size(), 2U);
    EXPECT_EQ(summary.rows[0].at("series"), "early");
    EXPECT_EQ(summary.rows[0].at("group"), "A");
    EXPECT_EQ(summary.number(0, "t0_s"), -30);
    EXPECT_EQ(summary.number(0, "since_t0_last_s"), 80);
    EXPECT_EQ(summary.number(1, "t0_s"), -90);
    EXPECT_TRUE(fs::exists(out / "early" / "session.coarsen"));
    EXPECT_TRUE(fs::exists(out / "second" / "session.coarsen"));
}

TEST_F(BatchCommand, TakesSessionsThatATableNames) {
    ring(parent / "a", 1, 1);
    ASSERT_EQ(batch().status, 0);
    fs::remove_all(parent);
    std::ofstream(folder / "series.csv") << "folder,x\nout/a/session.coarsen,7\n";

    const Outcome outcome = coarsenCli({"batch", folder / "series.csv", "-o", folder / "again"});

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(readTable(folder / "again" / "summary.csv").rows[0].at("series"), "a");
    EXPECT_FALSE(fs::exists(folder / "again" / "a")) << "nothing was measured";
}

TEST_F(BatchCommand, StopsInOrderAndGoesOn) {
    for (const char* name : {"a", "b", "c"})
        ring(parent / name, 0.5, static_cast<std::uint64_t>(name[0]), 16);
    const auto stop = [&](pid_t process) {
        EXPECT_TRUE(comesTrue([&] { return linesOfJournal(out / "b") >= 3; }));
        ::kill(process, SIGINT);
    };

    const Outcome cut = batch({"--threads", "1"}, stop);

    EXPECT_EQ(cut.status, 130) << cut.err;
    EXPECT_THAT(cut.err, AllOf(HasSubstr("of 3 series left"), HasSubstr("--resume")));
    EXPECT_EQ(readTable(out / "summary.csv").rows.size(), 3U);
    EXPECT_FALSE(readTable(out / "b" / "results.csv").rows.empty());
    EXPECT_EQ(batch().status, 2) << "results lie there";

    const Outcome whole = batch({"--resume"});
    EXPECT_EQ(whole.status, 0) << whole.err;
    coarsenCli({"batch", parent, "-o", folder / "at_once"});
    for (const char* name : {"summary.csv", "growth.csv", "groups.csv", "collapse.csv"})
        EXPECT_EQ(readTable(out / name).lines, readTable(folder / "at_once" / name).lines) << name;
}

TEST_F(BatchCommand, SaysProgressOfSeriesAndFrames) {
    ring(parent / "a", 1, 1);
    ring(parent / "b", 1, 2);

    const Outcome json = batch({"--progress", "json"});
    EXPECT_THAT(json.err, AllOf(HasSubstr(R"({"series":1,"series_total":2,"name":"a"})"),
                                HasSubstr(R"({"series":2,"series_total":2,"name":"b","done":6,"total":6,"eta_s":0.0})")));
    EXPECT_THAT(json.err, HasSubstr("the same of 1 more series: Skipped (not images)"));
    EXPECT_EQ(batch({"--force", "--quiet"}).out, "");
}

TEST_F(BatchCommand, IsRefusedBeforeAnythingIsMeasuredWhereItIsWrong) {
    ring(parent / "a", 1, 1);
    const auto refused = [&](std::vector<std::string> words) {
        words.insert(words.begin(), "batch");
        const Outcome outcome = coarsenCli(words);
        EXPECT_EQ(outcome.status, 2) << outcome.err;
        EXPECT_FALSE(fs::exists(out)) << outcome.err;
        return outcome.err;
    };

    EXPECT_THAT(refused({parent}), HasSubstr("write -o OUT"));
    EXPECT_THAT(refused({folder / "nothing", "-o", out}), HasSubstr("it does not exist"));
    EXPECT_THAT(refused({parent, "-o", out, "--set", "flatten.sigma=-4"}), HasSubstr("flatten.sigma"));
    EXPECT_THAT(refused({parent, "-o", out, "--engine", "abacus"}), HasSubstr("abacus"));
    EXPECT_THAT(refused({parent, "-o", out, "--pixel-size", "wide"}), HasSubstr("--pixel-size"));
    EXPECT_THAT(refused({parent / "a", "-o", out}), HasSubstr("analyze"));
}

TEST_F(BatchCommand, FailsWhereNothingCouldBeMeasured) {
    fs::create_directories(parent / "broken");
    std::ofstream(parent / "broken" / "f.png") << "no picture";

    EXPECT_EQ(batch().status, 1);
    EXPECT_TRUE(fs::exists(out / "summary.csv"));
}

}  // namespace
}  // namespace coarsen::test
