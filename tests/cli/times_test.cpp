// SPDX-License-Identifier: GPL-3.0-or-later
// Times as they come from other programs, the order that they give, and regions.
#include "core/base/files.hpp"
#include "core/image/imagej_roi.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/small_series.hpp"
#include "tests/cli/table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace coarsen::test {
namespace {

using testing::HasSubstr;
using testing::Not;

nlohmann::json parsed(const std::filesystem::path& file) {
    std::ifstream text(file);
    return nlohmann::json::parse(text);
}

/// The frames' names with these words behind them.
std::string tableOf(const SmallSeries& series, const std::string& header, const std::vector<std::string>& times) {
    std::string text = header + "\n";
    for (std::size_t i = 0; i < times.size(); ++i)
        text += displayName(series.image(static_cast<int>(i))) + "," + times[i] + "\n";
    return text;
}

class CliTimes : public testing::Test {
protected:
    Outcome analyse(std::vector<std::string> more, const std::string& out = "out") {
        std::vector<std::string> words{"analyze", series_.images(), "-o", series_ / out, "--force"};
        words.insert(words.end(), more.begin(), more.end());
        return coarsenCli(words);
    }

    SmallSeries series_;
};

TEST_F(CliTimes, AQuenchIsADateWhereTheTableHasDates) {
    writeWhole(series_ / "t.csv", tableOf(series_, "file,Date",
                                          {"2026-03-01 14:05", "2026-03-01 14:06", "2026-03-01 14:07", "2026-03-01 14:08",
                                           "2026-03-01 14:09", "2026-03-01 14:10"}));

    const Outcome outcome = analyse({"--times", series_ / "t.csv", "--t0", "2026-03-01T14:00:00"});

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(parsed(series_ / "out" / "fit.json").at("t0_s"), -300);
    const auto times = parsed(series_ / "out" / "session.coarsen").at("times");
    EXPECT_EQ(times.at("typed_units").at("fit.t0"), "clock");
    const Outcome set = analyse({"--times", series_ / "t.csv", "--set", "fit.from=2026-03-01 14:06:00"}, "set");
    EXPECT_EQ(set.status, 0) << set.err;
    EXPECT_EQ(parsed(series_ / "set" / "session.coarsen").at("recipe").at("fit").at("from"), "60");

    const Outcome refused = analyse({"--interval", "60", "--t0", "2026-03-01 14:00:00"}, "refused");
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err, HasSubstr("only the intervals between the frames are known"));
    EXPECT_THAT(analyse({"--times", series_ / "t.csv", "--t0", "2026-03-01 14:00Z"}, "zone").err, HasSubstr("time zone"));
}

TEST_F(CliTimes, AQuenchIsRefusedWhereNumbersInNamesOnlyCount) {
    const std::filesystem::path named = series_ / "named";
    std::filesystem::create_directory(named);
    for (int i = 0; i < 6; ++i)
        std::filesystem::copy(series_.image(i), named / ("gel_t" + std::to_string(10 * i) + ".png"));
    const auto run = [&](std::vector<std::string> more, const std::string& out) {
        std::vector<std::string> words{"analyze", named, "-o", series_ / out, "--t0", "-20"};
        words.insert(words.end(), more.begin(), more.end());
        return coarsenCli(words);
    };
    const Outcome refused = run({}, "refused");
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err, testing::AllOf(HasSubstr("--t0: the quench is at -20, and the frames have no times"),
                                            HasSubstr("--times-from names:s takes them for seconds"),
                                            HasSubstr("--times-from number counts frames")));
    EXPECT_EQ(run({"--times-from", "names:s"}, "seconds").status, 0);
    EXPECT_EQ(parsed(series_ / "seconds" / "fit.json").at("t0_s"), -20);
    EXPECT_EQ(run({"--times-from", "number"}, "counted").status, 0);
    EXPECT_EQ(run({"--interval", "10"}, "interval").status, 0);
    EXPECT_EQ(coarsenCli({"analyze", named, "-o", series_ / "none"}).status, 0) << "without a quench there is nothing to decide";

    writeWhole(series_ / "batch.csv", "folder,t0_s\nnamed,-20\n");
    EXPECT_THAT(coarsenCli({"batch", series_ / "batch.csv", "-o", series_ / "all"}).err, HasSubstr("--times-from names:s"));
}

TEST_F(CliTimes, ADateAndATimeOfDayStandInTwoColumns) {
    const std::vector<std::string> rows{"2026-03-01,23:59:00", "2026-03-02,0:00:00", "2026-03-02,0:01:00",
                                        "2026-03-02,0:02:00",  "2026-03-02,0:03:00", "2026-03-02,0:05:30"};
    writeWhole(series_ / "t.csv", tableOf(series_, "file,day,clock", rows));

    const Outcome outcome =
        analyse({"--times", series_ / "t.csv", "--time-columns", "time=day+clock", "--t0", "2026-03-01 23:54:00"});

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(readTable(series_ / "out" / "results.csv").number(5, "time_s"), 390);
    EXPECT_EQ(parsed(series_ / "out" / "fit.json").at("t0_s"), -300);
    const Outcome again = coarsenCli({"analyze", "--session", series_ / "out/session.coarsen", "-o", series_ / "again"});
    EXPECT_EQ(again.status, 0) << again.err;
    EXPECT_EQ(readTable(series_ / "again" / "results.csv").lines, readTable(series_ / "out" / "results.csv").lines);
}

TEST_F(CliTimes, ARunThatGoesOnKeepsTheUnitOfTimesUnlessItGivesThem) {
    writeWhole(series_ / "t.csv", tableOf(series_, "file,Date",
                                          {"2026-03-01 14:05", "2026-03-01 14:06", "2026-03-01 14:07", "2026-03-01 14:08",
                                           "2026-03-01 14:09", "2026-03-01 14:10"}));
    const auto goOn = [&](std::vector<std::string> more) {
        std::vector<std::string> words{"analyze", series_.images(), "-o", series_ / "out", "--resume",
                                       "--times", series_ / "t.csv"};
        words.insert(words.end(), more.begin(), more.end());
        const Outcome outcome = coarsenCli(words);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        const auto units = parsed(series_ / "out" / "session.coarsen").at("times").at("typed_units");
        return units.contains("fit.t0") ? units.at("fit.t0").get<std::string>() : "none";
    };
    ASSERT_EQ(analyse({"--times", series_ / "t.csv", "--t0", "-600"}).status, 0);

    EXPECT_EQ(goOn({"--t0", "2026-03-01 14:00:00"}), "clock") << "a date given now is shown as one";
    EXPECT_EQ(parsed(series_ / "out" / "fit.json").at("t0_s"), -300);
    EXPECT_EQ(goOn({}), "clock") << "nothing is given, and all stays";
    EXPECT_EQ(goOn({"--t0", "-300"}), "none") << "the date of the run before is no longer what was typed";
}

TEST_F(CliTimes, FramesFollowEachOtherByTimeAndKeepTheirRows) {
    writeWhole(series_ / "t.csv", tableOf(series_, "file,t (min)", {"0", "5", "1", "2", "3", "4"}));
    const Outcome byName = analyse({"--times", series_ / "t.csv"}, "name"),
                  byTime = analyse({"--times", series_ / "t.csv", "--order", "time"}, "time");

    EXPECT_EQ(byName.status, 0) << byName.err;
    EXPECT_THAT(byName.err, HasSubstr("Times are not in order"));
    EXPECT_EQ(byTime.status, 0) << byTime.err;
    EXPECT_THAT(byTime.err, Not(HasSubstr("Times are not in order")));
    const Table name = readTable(series_ / "name" / "results.csv"), time = readTable(series_ / "time" / "results.csv");
    EXPECT_EQ(time.number(1, "time_s"), 300);
    for (std::size_t row = 0; row < 6; ++row) {
        EXPECT_EQ(time.number(row, "frame"), static_cast<double>(row));
        EXPECT_EQ(time.number(row, "r_max_px"), name.number(row, "r_max_px"));
    }
    EXPECT_EQ(parsed(series_ / "time" / "session.coarsen").at("times").at("order"), "time");
    const Outcome again = coarsenCli({"analyze", "--session", series_ / "time/session.coarsen", "-o", series_ / "again"});
    EXPECT_EQ(again.status, 0) << again.err;
    EXPECT_EQ(readTable(series_ / "again" / "results.csv").lines, time.lines);
    EXPECT_EQ(analyse({"--order", "size"}, "no").status, 2);
}

TEST_F(CliTimes, FilesDatesServeWhenAsked) {
    for (int frame = 0; frame < 6; ++frame)
        std::filesystem::last_write_time(series_.image(frame),
                                         std::filesystem::file_time_type::clock::now() + std::chrono::seconds(100 * frame));

    const Outcome outcome = analyse({"--times", "mtime"});

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("copying a file may change its date"));
    const Table results = readTable(series_ / "out" / "results.csv");
    EXPECT_EQ(results.rows[5].at("time_source"), "mtime");
    EXPECT_NEAR(results.number(5, "time_s"), 500, 1);
}

TEST_F(CliTimes, ARegionOfImageJIsMeasured) {
    writeWhole(series_ / "disc.roi", regionFile(regionFrom("+ellipse 120,90 85,85", ""), false));

    const Outcome outcome = analyse({"--region", series_ / "disc.roi", "--pixel-size", "500nm"});

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const Table results = readTable(series_ / "out" / "results.csv");
    EXPECT_EQ(results.number(0, "width_px"), 170);
    EXPECT_DOUBLE_EQ(results.number(0, "r_max_um"), 0.5 * results.number(0, "r_max_px"));
    EXPECT_EQ(parsed(series_ / "out" / "session.coarsen").at("recipe").at("steps").dump().find("+ellipse 120,90 85,85") !=
                  std::string::npos,
              true);
    writeWhole(series_ / "bad.roi", "Iout");
    const Outcome bad = analyse({"--region", series_ / "bad.roi"}, "bad");
    EXPECT_EQ(bad.status, 2);
    EXPECT_THAT(bad.err, HasSubstr("bad.roi: the selection is cut short"));
}

}  // namespace
}  // namespace coarsen::test
