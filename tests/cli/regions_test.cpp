// SPDX-License-Identifier: GPL-3.0-or-later
// Regions of ImageJ that belong to frames.
#include "core/base/files.hpp"
#include "core/image/imagej_roi.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/small_series.hpp"
#include "tests/cli/table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace coarsen::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class CliRegions : public testing::Test {
protected:
    Outcome analyse(const std::string& region, const std::string& out, std::vector<std::string> more = {}) {
        writeWhole(series_ / (out + ".zip"), regionFile(regionFrom(region, ""), true));
        std::vector<std::string> words{"analyze", series_.images(), "-o", series_ / out, "--region", series_ / (out + ".zip")};
        words.insert(words.end(), more.begin(), more.end());
        return coarsenCli(words);
    }
    std::vector<std::string> linesOf(const std::string& out, const std::string& table, int frame) const {
        std::vector<std::string> lines;
        for (const std::string& line : readTable(series_ / out / table).lines)
            if (line.starts_with(std::to_string(frame) + ",")) lines.push_back(line);
        return lines;
    }

    SmallSeries series_{4};
    std::vector<std::string> shapes_{"rectangle 20,10 150,140", "ellipse 120,90 85,85", "polygon 10,10 230,20 220,170 15,160"};
};

TEST_F(CliRegions, OfFramesMeasureEachAsIfItWereTheOnlyOne) {
    std::string set;
    for (std::size_t frame = 0; frame < shapes_.size(); ++frame) {
        std::string shape = shapes_[frame];
        shape.insert(shape.find(' '), " @" + std::to_string(frame));
        set += (frame ? "; +" : "+") + shape;
    }

    const Outcome outcome = analyse(set, "set");

    EXPECT_EQ(outcome.status, 3) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("hold each for its own frame, by their positions in ImageJ: 3 of 4 frames have one."));
    EXPECT_THAT(outcome.err, HasSubstr("none of them holds for frame 3"));
    for (int frame = 0; frame < 3; ++frame) {
        const std::string own = "own" + std::to_string(frame);
        ASSERT_EQ(analyse("+" + shapes_[static_cast<std::size_t>(frame)], own,
                          {"--frames", std::to_string(frame) + ":" + std::to_string(frame + 1)})
                      .status,
                  0);
        EXPECT_EQ(linesOf("set", "results.csv", frame), linesOf(own, "results.csv", frame)) << "to the last bit";
        EXPECT_FALSE(linesOf(own, "c1d.csv", frame).empty());
        EXPECT_EQ(linesOf("set", "c1d.csv", frame), linesOf(own, "c1d.csv", frame));
    }
    const Table results = readTable(series_ / "set" / "results.csv");
    EXPECT_EQ(results.rows[3].at("status"), "failed");
    EXPECT_EQ(results.number(0, "width_px"), 150);
    EXPECT_EQ(results.number(1, "width_px"), 170);
    const Outcome again = coarsenCli({"analyze", "--session", series_ / "set" / "session.coarsen", "-o", series_ / "again"});
    EXPECT_EQ(again.status, 3) << again.err;
    EXPECT_EQ(readTable(series_ / "again" / "results.csv").lines, results.lines);
}

TEST_F(CliRegions, WithoutPositionsAreOneForAllFrames) {
    const std::string both = "+" + shapes_[0] + "; +" + shapes_[1];
    const Outcome outcome = analyse(both, "both");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.err, Not(HasSubstr("own frame")));

    const Outcome set =
        coarsenCli({"analyze", series_.images(), "-o", series_ / "key", "--set", "crop.on=true", "--set", "crop.shapes=" + both});
    EXPECT_EQ(set.status, 0) << set.err;
    EXPECT_EQ(readTable(series_ / "both" / "results.csv").lines, readTable(series_ / "key" / "results.csv").lines);
}

TEST_F(CliRegions, AllOfOnePositionHoldForAllFrames) {
    const Outcome outcome = analyse("+rectangle @2 20,10 150,140", "one");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("The region of one.zip was drawn on image 3 of ImageJ's stack and holds for all frames."));
}

TEST_F(CliRegions, OfABatchHoldForTheFramesOfEachSeries) {
    std::filesystem::create_directories(series_ / "parent");
    for (const char* name : {"a", "b"})
        std::filesystem::copy(series_.images(), series_ / "parent" / name);
    writeWhole(series_ / "set.zip", regionFile(regionFrom("+rectangle @0 20,10 150,140; +ellipse @1 120,90 85,85", ""), true));

    const Outcome outcome = coarsenCli({"batch", series_ / "parent", "-o", series_ / "out", "--region", series_ / "set.zip"});

    EXPECT_EQ(outcome.status, 3) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("a: The regions of set.zip hold each for its own frame"));
    const Table results = readTable(series_ / "out" / "b" / "results.csv");
    EXPECT_EQ(results.number(0, "width_px"), 150);
    EXPECT_EQ(results.number(1, "width_px"), 170);
    EXPECT_EQ(results.rows[2].at("status"), "failed");
}

}  // namespace
}  // namespace coarsen::test
