// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pages/paper_rows.hpp"

#include <limits>
#include <set>
#include <stdexcept>

namespace coarsen::pages {

namespace {

Source ofLadder(const std::string& engine, const std::string& block, int side, const std::string& key) {
    return {"tests/bench/results/h200-convolution.json",
            "cases",
            {{"engine", engine}, {"block", block}, {"fw", side}, {"fh", side}},
            key};
}

const std::string filtersFile = "tests/bench/results/h200-convolution-ladder.json";

Source ofFilters(const std::string& engine, const std::string& block, int width, int height, const std::string& key) {
    return {filtersFile, "cases", {{"engine", engine}, {"block", block}, {"fw", width}, {"fh", height}}, key};
}

/// The mean over all widths and heights that the kernel could run.
Figure meanOf(const std::string& engine, const std::string& block, const std::string& key) {
    double sum = 0;
    int count = 0;
    for (const nlohmann::json& row : resultsOf(filtersFile).at("cases"))
        if (row.at("engine") == engine && row.at("block") == block) sum += row.at(key).get<double>(), ++count;
    if (count == 0) throw std::out_of_range(filtersFile + " has no row of " + engine + ", " + block);
    return {numberTo(2, sum / count), filtersFile, "mean of `" + key + "` of engine *" + engine + "*, block *" + block + "*"};
}

/// The block whose adaptive tiles are quickest on average, and their mean.
std::vector<Figure> bestBlock(const std::string& key) {
    std::set<std::string> blocks;
    for (const nlohmann::json& row : resultsOf(filtersFile).at("cases"))
        if (row.at("engine") == "adaptive") blocks.insert(row.at("block").get<std::string>());
    std::string best;
    double most = 0;
    for (const std::string& block : blocks)
        if (const double mean = std::stod(meanOf("adaptive", block, key).text); mean > most) best = block, most = mean;
    return {{best, filtersFile, "`block` of the largest mean"}, meanOf("adaptive", best, key)};
}

/// N of the paper's block that was quickest, of those that 1 x N tiles and adaptive ones took.
int quickestN(int width, int height) {
    double least = std::numeric_limits<double>::infinity();
    int quickest = 0;
    for (const nlohmann::json& row : resultsOf(filtersFile).at("cases"))
        if (row.at("block") == "16x32" && row.at("fw") == width && row.at("fh") == height && row.at("ms").get<double>() < least)
            least = row.at("ms").get<double>(), quickest = std::stoi(row.at("tiles").get<std::string>());
    return quickest;
}

/// The tiles that an engine of one rung takes in the paper's block, each kind once.
Figure tilesOf(const std::string& engine) {
    std::set<std::string> kinds;
    for (const nlohmann::json& row : resultsOf(filtersFile).at("cases"))
        if (row.at("engine") == engine && row.at("block") == "16x32") kinds.insert(row.at("tiles").get<std::string>());
    std::string all;
    for (const std::string& kind : kinds)
        all += (all.empty() ? "" : ", ") + kind;
    return {all, filtersFile, "`tiles` of engine *" + engine + "*, block *16x32*"};
}

}  // namespace

std::string vanWerkhoven2011() {
    return tableOf({
        {"Fig. 1",
         "the plain loops, and a thread an answer",
         "repeated: `cpu-direct`, and *naive* of `tests/bench/gpu/convolution_ladder.cu`",
         "",
         "17 x 17: {} ms, {} % of the float32 peak",
         {figureOf(ofLadder("naive", "16x16", 17, "ms")), figureOf(ofLadder("naive", "16x16", 17, "percent_of_peak"))}},
        {"Fig. 2a",
         "the filter in constant memory, on a chip without caches",
         "cannot: no such chip is to be had",
         "51 GFLOP/s, twice the naive kernel",
         "",
         {}},
        {"Fig. 2b",
         "the same on a chip with caches",
         "repeated: `coarsen-bench --suite convolution-ladder`",
         "",
         "{} times the naive kernel",
         {meanOf("filter in constant memory", "16x16", "ratio_naive")}},
        {"Fig. 3a",
         "the neighbourhood in shared memory, blocks of 16 x 16, whose banks collide but at a width of 33",
         "repeated: `coarsen-bench --suite convolution-ladder`",
         "little gained over Fig. 2b",
         "{} times the naive kernel; at 33 x 33 {} times",
         {meanOf("neighbourhood in shared memory", "16x16", "ratio_naive"),
          figureOf(ofFilters("neighbourhood in shared memory", "16x16", 33, 33, "ratio_naive"))}},
        {"Fig. 3b",
         "the same, blocks of 32 x 32",
         "repeated: `coarsen-bench --suite convolution-ladder`",
         "",
         "{} times the naive kernel",
         {meanOf("neighbourhood in shared memory", "32x32", "ratio_naive")}},
        {"Fig. 4", "the inner loop of 1 x 2 tiles", "repeated: *1x2* of `tests/bench/gpu/convolution_ladder.cu`", "", "", {}},
        {"Fig. 5",
         "1 x 2 and 1 x 4 tiles, blocks of 16 x 16, whose banks collide",
         "repeated: `coarsen-bench --suite convolution-ladder`",
         "",
         "{} and {} times the naive kernel",
         {meanOf("1x2", "16x16", "ratio_naive"), meanOf("1x4", "16x16", "ratio_naive")}},
        {"Fig. 6",
         "the same with padded rows",
         "repeated: `coarsen-bench --suite convolution-ladder`",
         "quicker for most filters",
         "{} and {} times the naive kernel",
         {meanOf("1x2, padded", "16x16", "ratio_naive"), meanOf("1x4, padded", "16x16", "ratio_naive")}},
        {"Fig. 7",
         "the same, blocks of 32 x 32 instead",
         "repeated: `coarsen-bench --suite convolution-ladder`",
         "much as Fig. 6; 1 x 4 cannot run at 41 x 43 and 43 x 43: 48 KB of shared memory",
         "{} and {} times the naive kernel; 43 x 43 takes {} bytes of shared memory, which this chip has",
         {meanOf("1x2", "32x32", "ratio_naive"), meanOf("1x4", "32x32", "ratio_naive"),
          wholeOf(ofFilters("1x4", "32x32", 43, 43, "shared_bytes"))}},
        {"Fig. 8a, b", "adaptive tiles in blocks of two other sizes, of many that were searched",
         "repeated: `coarsen-bench --suite convolution-ladder` searches eleven", "16 x 32 is the best of them",
         "16 x 16 {}, 32 x 32 {}, the best, {}, {} times the naive kernel",
         [] {
             std::vector<Figure> figures{meanOf("adaptive", "16x16", "ratio_naive"), meanOf("adaptive", "32x32", "ratio_naive")};
             const std::vector<Figure> best = bestBlock("ratio_naive");
             figures.insert(figures.end(), best.begin(), best.end());
             return figures;
         }()},
        {"Fig. 8c",
         "adaptive tiles, blocks of 16 x 32",
         "repeated: `coarsen-bench --suite convolution-ladder`",
         "4.73 times the naive kernel and 1.34 times Fig. 7's 1 x 4; up to 37 % of the peak",
         "{} times the naive kernel and {} times Fig. 7's 1 x 4; at 43 x 43 {} % of the peak",
         {meanOf("adaptive", "16x32", "ratio_naive"), meanOf("adaptive", "16x32", "ratio_fixed_1x4"),
          figureOf(ofFilters("adaptive", "16x32", 43, 43, "percent_of_peak"))}},
        {"Fig. 8d",
         "which N is taken by width and height",
         "repeated: `coarsen-bench --suite convolution-ladder`",
         "N falls as filters grow",
         "of 48 KB {} at 7 x 7 and {} at 43 x 43, as theirs may be; tiles of {} on this chip (the map is below)",
         {wholeOf(ofFilters("adaptive", "16x32", 7, 7, "n_of_48_kb")),
          wholeOf(ofFilters("adaptive", "16x32", 43, 43, "n_of_48_kb")), tilesOf("adaptive")}},
        {"section 7",
         "beside cuFFT",
         "repeated: `coarsen-bench --suite convolution`",
         "ten times as fast at 3 x 3, quicker up to 17 x 17",
         "{} times as fast at 3 x 3, {} at 15 x 15, {} at 17 x 17",
         {figureOf(ofLadder("adaptive", "16x32", 3, "ratio_fft")), figureOf(ofLadder("adaptive", "16x32", 15, "ratio_fft")),
          figureOf(ofLadder("adaptive", "16x32", 17, "ratio_fft"))}},
    });
}

/// For each width and height the N that 48 KB of shared memory allow, as the paper's Fig. 8d, the largest that is built here and
/// fits this chip, and the quickest here.
std::string mapOfN() {
    std::set<int> widths, heights;
    for (const nlohmann::json& row : resultsOf(filtersFile).at("cases"))
        widths.insert(row.at("fw").get<int>()), heights.insert(row.at("fh").get<int>());
    Cells head{"height \\ width"};
    for (const int width : widths)
        head.push_back(std::to_string(width));
    std::vector<Cells> rows;
    for (const int height : heights) {
        Cells cells{std::to_string(height)};
        for (const int width : widths) {
            const std::string allowed = numberTo(0, valueOf(ofFilters("adaptive", "16x32", width, height, "n_of_48_kb")));
            cells.push_back(allowed + ", " + std::to_string(quickestN(width, height)));
        }
        rows.push_back(cells);
    }
    return table(head, rows);
}

}  // namespace coarsen::pages
