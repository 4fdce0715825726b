// SPDX-License-Identifier: GPL-3.0-or-later
// The suites of coarsen-bench: their tables, and what they refuse.
#include "tests/cli/program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <map>
#include <string>
#include <vector>

namespace coarsen::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

Outcome coarsenBench(const std::vector<std::string>& words) {
    return coarsenCli(words, {}, {}, programFile("coarsen-bench"));
}

Outcome benched(const std::vector<std::string>& more) {
    std::vector<std::string> words{"--suite", "convolution", "--size", "64x48", "--seconds", "0"};
    words.insert(words.end(), more.begin(), more.end());
    return coarsenBench(words);
}

TEST(CorrelationBench, TimesTheEnginesSideBySide) {
    const Outcome outcome = coarsenBench({"--size", "64x48", "--max-lag", "8", "--seconds", "0", "--json"});

    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const auto json = nlohmann::json::parse(outcome.out);
    ASSERT_GE(json.at("cases").size(), 2u);
    EXPECT_GT(json.at("cases").at(0).at("ms_median"), 0.0);
    EXPECT_TRUE(json.at("cases").at(0).at("ratio_to").contains(json.at("cases").at(1).at("engine").get<std::string>()));
    EXPECT_FALSE(json.at("machine").get<std::string>().empty());
}

TEST(CorrelationBench, RefusesWhatItCannotTime) {
    for (const auto& [option, value] :
         {std::pair{"--type", "f64"}, {"--size", "64"}, {"--max-lag", "400"}, {"--seconds", "nan"}}) {
        const Outcome outcome = coarsenBench({option, value});
        EXPECT_EQ(outcome.status, 2) << option;
        EXPECT_THAT(outcome.err, HasSubstr(option));
        EXPECT_THAT(outcome.out, IsEmpty());
    }
}

TEST(TheCommandLine, HandsItsWordsOnWhereTheBenchmarksAreBesideIt) {
    EXPECT_EQ(coarsenCli({"bench", "--help"}).out, coarsenBench({"--help"}).out);
    const Outcome refused = coarsenCli({"bench", "--suite", "tea"});
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.err, StartsWith("coarsen-bench: --suite: "));
}

TEST(ConvolutionBench, TimesEveryEngineBesideOpenCv) {
    const Outcome outcome = benched({"--sizes", "3:5", "--threads", "1", "--json"});

    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto json = nlohmann::ordered_json::parse(outcome.out);
    EXPECT_EQ(json.at("suite"), "convolution");
    EXPECT_GT(json.at("peak_gflops").at("CPU, 1 thread"), 0);
    int ofOpenCv = 0, takenByAuto = 0;
    for (const auto& row : json.at("cases")) {
        EXPECT_GT(row.at("ms"), 0);
        EXPECT_LT(row.at("max_error"), 1e-5);
        EXPECT_GT(row.at("ratio_naive"), 0);
        EXPECT_TRUE(row.at("ratio_fixed_1x4").is_null());
        ofOpenCv += row.at("engine") == "OpenCV filter2D";
        takenByAuto += row.at("auto") == 1;
    }
    EXPECT_EQ(ofOpenCv, 4) << "two sizes, of rank 1 and not";
    EXPECT_LE(takenByAuto, 4);
    EXPECT_GE(takenByAuto, 1);
}

TEST(ConvolutionBench, WritesTheColumnsOfTheContract) {
    const Outcome outcome = benched({"--sizes", "1x3", "--threads", "1"});

    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, StartsWith("# "));
    EXPECT_THAT(outcome.out, HasSubstr("\nfw,fh,engine,tiles,block,shared_bytes,ms,gflops,percent_of_peak,ratio_naive,"
                                       "ratio_fixed_1x4,ratio_fft,max_error,ratio_library,device,width,height,rank_1,auto\n"
                                       "1,3,cpu-direct,,,,"));
    EXPECT_THAT(outcome.out, HasSubstr(",\"CPU, 1 thread\",64,48,1,"));
}

TEST(ConvolutionBench, RefusesWhatItCannotTime) {
    for (const auto& [sizes, words] :
         {std::pair{"43:3", "from small to large"}, {"0", "'0' is no size"}, {"3:x", "'3:x'"}, {"2.5", "'2.5'"}}) {
        const Outcome outcome = benched({"--sizes", sizes});
        EXPECT_EQ(outcome.status, 2) << sizes;
        EXPECT_THAT(outcome.err, HasSubstr(words));
        EXPECT_THAT(outcome.out, IsEmpty());
    }
    EXPECT_EQ(coarsenBench({"--suite", "tea"}).status, 2);
    EXPECT_THAT(benched({"--max-lag", "3"}).err, HasSubstr("convolution has no --max-lag"));
    EXPECT_THAT(coarsenBench({"--sizes", "3"}).err, HasSubstr("--suite convolution"));
}

TEST(ChannelsBench, ChecksAndComparesThePapersProgramsWithOurs) {
    const Outcome outcome = coarsenBench({"--suite", "channels", "--size", "48x48", "--seconds", "0", "--json"});

    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto json = nlohmann::ordered_json::parse(outcome.out);
    EXPECT_EQ(json.at("suite"), "channels");
    std::vector<std::string> onOneThread;
    for (const auto& row : json.at("cases")) {
        EXPECT_GT(row.at("ms"), 0);
        EXPECT_LT(row.at("max_error"), 1e-5);
        EXPECT_GT(row.at("percent_of_peak"), 0);
        EXPECT_GT(row.at("ratio_one_thread"), 0);
        if (row.at("device") == "CPU, 1 thread") onOneThread.push_back(row.at("engine"));
    }
    EXPECT_THAT(onOneThread, testing::ElementsAre("the paper's loops", "the paper's vectors", "cpu-simd", "cpu-fft"));
}

TEST(ChannelsBench, RefusesWhatItCannotTime) {
    for (const char* size : {"47x47", "48x50", "2000x2000"}) {
        const Outcome outcome = coarsenBench({"--suite", "channels", "--size", size});
        EXPECT_EQ(outcome.status, 2);
        EXPECT_THAT(outcome.err, HasSubstr("even side"));
        EXPECT_THAT(outcome.out, IsEmpty());
    }
    EXPECT_EQ(coarsenBench({"--suite", "channels", "--max-lag", "9"}).status, 2);
}

/// Answer of a suite of a GPU's kernels alone: rows where there is a GPU, else that there is none.
nlohmann::ordered_json rowsOrNoGpu(const std::vector<std::string>& words) {
    const Outcome outcome = coarsenBench(words);
    if (outcome.status == 0) return nlohmann::ordered_json::parse(outcome.out).at("cases");
    EXPECT_THAT(outcome.err, HasSubstr("GPU: there is none here for the paper's kernels"));
    EXPECT_THAT(outcome.out, IsEmpty());
    return nlohmann::ordered_json::array();
}

TEST(ChannelsLadderBench, ChecksEveryTileAndWayToAddUp) {
    std::map<std::string, int> rows;
    for (const auto& row : rowsOrNoGpu({"--suite", "channels-ladder", "--size", "48x48", "--json"})) {
        ++rows[row.at("adds_up")];
        EXPECT_LT(row.at("max_error"), 1e-4);
        EXPECT_GT(row.at("ms"), 0);
    }
    if (rows.empty()) return;
    EXPECT_EQ(rows,
              (std::map<std::string, int>{{"in a thread", 2 * (2 + 50 + 5 + 2)}, {"in a group", 1}, {"over all threads", 1}}));
}

TEST(ConvolutionLadderBench, ChecksEveryBlockAndN) {
    const auto rows = rowsOrNoGpu({"--suite", "convolution-ladder", "--sizes", "8x5", "--json"});
    std::map<std::string, int> blocks;
    for (const auto& row : rows) {
        EXPECT_LT(row.at("max_error"), 1e-5);
        EXPECT_EQ(row.at("fw"), 8);
        EXPECT_EQ(row.at("n_of_48_kb"), 8);
        ++blocks[row.at("block")];
    }
    if (rows.empty()) return;
    EXPECT_EQ(blocks.size(), 11U);
    EXPECT_EQ(blocks["16x32"], 8);  // adaptive, and each N by itself
}

TEST(LadderBenches, RefuseWhatTheyCannotTime) {
    EXPECT_THAT(coarsenBench({"--suite", "channels-ladder", "--size", "47x47"}).err, HasSubstr("even side"));
    EXPECT_THAT(coarsenBench({"--suite", "channels-ladder", "--size", "616x616"}).err, HasSubstr("at most 614 px"));
    EXPECT_THAT(coarsenBench({"--suite", "channels-ladder", "--seconds", "1"}).err, HasSubstr("no --seconds"));
    EXPECT_THAT(coarsenBench({"--suite", "convolution-ladder", "--sizes", "45"}).err, HasSubstr("43 x 43 taps"));
    EXPECT_THAT(coarsenBench({"--suite", "convolution-ladder", "--threads", "1"}).err, HasSubstr("--sizes and --json alone"));
}

TEST(PaperBench, ChecksAndComparesThePapersProgramsWithOurs) {
    const Outcome outcome = coarsenBench({"--suite", "paper", "--size", "60x90", "--size", "90x60", "--max-lag", "20",
                                          "--max-lag", "5", "--seconds", "0", "--json"});

    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto json = nlohmann::ordered_json::parse(outcome.out);
    EXPECT_EQ(json.at("suite"), "paper");
    std::map<std::string, int> rows;
    for (const auto& row : json.at("cases")) {
        ++rows[row.at("engine")];
        EXPECT_GT(row.at("ms"), 0);
        EXPECT_GT(row.at("ratio_simple"), 0);
        EXPECT_LT(row.at("max_error"), row.at("engine") == "Listing 1, as printed" ? 0.05 : 1e-5) << row.at("engine");
        // Of 2 R + 1 by R + 1 lags, the pixels that overlap.
        const double across = row.at("max_lag") == 5 ? 11 : 41, width = row.at("width"), height = row.at("height");
        const double R = (across - 1) / 2, products = (across * width - R * (R + 1)) * ((R + 1) * height - R * (R + 1) / 2);
        EXPECT_NEAR(row.at("gflops").get<double>() / (2e-6 * products / row.at("ms").get<double>()), 1, 2e-3);
    }
    EXPECT_EQ(rows["simple C"], 4);
    EXPECT_EQ(rows["simple C, down columns"], 4);
    EXPECT_EQ(rows["re-ordered loops"], 4);
    EXPECT_EQ(rows["re-ordered loops, no SIMD"], 4);
    EXPECT_GE(rows["cpu-fft"], 4);
    EXPECT_EQ(json.at("cases").front().at("max_lag"), 5);
}

TEST(PaperBench, RefusesWhatItCannotTime) {
    EXPECT_EQ(coarsenBench({"--suite", "paper", "--threads", "2"}).status, 2);
    EXPECT_THAT(coarsenBench({"--suite", "paper", "--size", "60x90", "--max-lag", "60"}).err, HasSubstr("--max-lag"));
    EXPECT_THAT(coarsenBench({"--suite", "paper", "--sizes", "3"}).err, HasSubstr("--suite convolution"));
}

TEST(VolumesBench, ChecksWhatItTimesAndKeepsAGpusTablesApart) {
    const std::vector<std::string> words{"--suite", "volumes", "--size", "24x20x18", "--threads", "1", "--seconds", "0"};
    std::vector<std::string> json = words;
    json.push_back("--json");
    const Outcome outcome = coarsenBench(json);

    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const auto told = nlohmann::ordered_json::parse(outcome.out);
    ASSERT_EQ(told.at("cases").size(), 2U) << "C3D and a series";
    EXPECT_LT(told.at("cases").at(0).at("max_error"), 1e-10);
    EXPECT_GT(told.at("cases").at(1).at("series_ms"), 0);
    EXPECT_TRUE(told.at("registration").empty()) << "no cube among the sizes";
    EXPECT_TRUE(told.at("registration_ladder").empty());
    EXPECT_EQ(told.at("non_local_means").empty(), told.at("non_local_means_ladder").empty());

    const Outcome table = coarsenBench(words);
    ASSERT_EQ(table.status, 0) << table.err;
    EXPECT_THAT(table.out, HasSubstr("\nsize,max_lag_px,padded,threads,c3d_ms,"));
    EXPECT_EQ(table.out.find("# non_local_means\n") == std::string::npos, told.at("non_local_means").empty());
}

}  // namespace
}  // namespace coarsen::test
