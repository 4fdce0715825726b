// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program.hpp"
#include "tests/pages/paper_rows.hpp"
#include "tests/support/folders.hpp"

#include <sstream>
#include <stdexcept>
#include <utility>

namespace coarsen::pages {

namespace {

/// The lines of a file's functions, without empty ones and those of comments alone: from the name to the brace that closes it,
/// which stands as far to the right as the first of them.
Figure linesOfCode(const std::string& file, const std::vector<std::string>& functions) {
    int lines = 0;
    std::string names;
    for (const std::string& function : functions) {
        std::istringstream source(test::contentOf(test::sourceFolder() / file));
        std::string line, close;
        while (close.empty() && std::getline(source, line))
            if (line.find(" " + function + "(") != std::string::npos && !line.ends_with(';'))
                close = std::string(line.find_first_not_of(' '), ' ') + "}";
        for (bool isInside = !close.empty(); isInside; isInside = line != close && std::getline(source, line)) {
            const std::size_t indent = line.find_first_not_of(' ');
            if (indent != std::string::npos && line.compare(indent, 2, "//") != 0) ++lines;
        }
        if (close.empty()) throw std::out_of_range(file + " has no function " + function);
        names += (names.empty() ? "`" : ", `") + function + "`";
    }
    return {std::to_string(lines), file, "lines of code of " + names};
}

Source ofChannels(const std::string& device, const std::string& engine, const std::string& key) {
    return {"tests/bench/results/h200-channels.json", "cases", {{"device", device}, {"engine", engine}, {"frames", 1}}, key};
}

const std::string tilesFile = "tests/bench/results/h200-channels-ladder.json";

/// Both rows in shared memory, or neither but from that memory.
Source ofTile(const std::string& layout, const std::string& tile, int lagsEach, const std::string& key) {
    return {tilesFile,
            "cases",
            {{"layout", layout}, {"tile", tile}, {"lags_each", lagsEach}, {"mask", "shared memory"}, {"source", "shared memory"}},
            key};
}

Source ofAddingUp(const std::string& how) {
    return {tilesFile, "cases", {{"adds_up", how}}, "ms"};
}

/// The least and the most time of the tiles whose source is read through textures or caches, each with its shape and memory;
/// their mask lies in shared memory, or where the source does.
std::vector<Figure> extremes(const std::string& layout, bool isMaskShared) {
    const nlohmann::json *least = nullptr, *most = nullptr;
    for (const nlohmann::json& row : resultsOf(tilesFile).at("cases")) {
        if (row.at("layout") != layout || row.at("tile").is_null() || row.at("source") == "shared memory" ||
            (row.at("mask") == "shared memory") != isMaskShared)
            continue;
        const auto ms = [](const nlohmann::json* one) { return one->at("ms").get<double>(); };
        if (!least || ms(&row) < ms(least)) least = &row;
        if (!most || ms(&row) > ms(most)) most = &row;
    }
    if (!least) throw std::out_of_range(tilesFile + " has no such tiles");
    std::vector<Figure> figures;
    for (const auto& [row, which] : {std::pair{least, "least"}, std::pair{most, "largest"}}) {
        std::string where = row->at("source").get<std::string>() + ", " + row->at("tile").get<std::string>();
        if (row->at("source") != "texture") where = row->at("cache").get<std::string>() + " cache, " + where;
        const std::string key = std::string(which) + " `ms` of layout *" + layout + "*, mask " +
                                (isMaskShared ? "*shared memory*" : "as source") + ", source of textures and caches";
        figures.push_back({number(row->at("ms").get<double>()), tilesFile, key});
        figures.push_back({where, tilesFile, "its `source` and `tile`"});
    }
    return figures;
}

}  // namespace

std::string bordawekar2010() {
    const std::string gpu = "NVIDIA H200", one = "CPU, 1 thread", all = "CPU, 16 threads", tile = "the paper's tile, float4",
                      vectors = "the paper's vectors", pixels = "side by side", planes = "planes",
                      loops = "tests/bench/suites/channel_loops.cpp", tiles = "tests/bench/gpu/channel_tiles.cu";
    return tableOf({
        {"Fig. 1",
         "what is correlated: an image and itself moved by 0 to 249 pixels both ways",
         "repeated: `coarsen-bench --suite channels`; for two images `coarsen-cli correlate --norm paper`",
         "",
         "",
         {}},
        {"Fig. 2",
         "the four loops",
         "repeated: `tests/bench/suites/channel_loops.cpp`",
         "37.3 s (Xeon), 27.3 s (Power7)",
         "{} s",
         {secondsOf(ofChannels(one, "the paper's loops", "ms"))}},
        {"Fig. 3", "which thread does which offset", "repeated: the tile of `tests/bench/gpu/channel_tiles.cu`", "", "", {}},
        {"Fig. 4",
         "three ways to add up: in a thread, in a group, over all threads",
         "repeated: `coarsen-bench --suite channels-ladder`",
         "the first is chosen, since the others wait for each other",
         "in a thread {} ms, in a group {} ms, over all threads {} ms",
         {figureOf(ofTile(pixels, "250x2", 1, "ms")), figureOf(ofAddingUp("in a group")),
          figureOf(ofAddingUp("over all threads"))}},
        {"Fig. 5", "which data are read again", "cannot: a drawing, from which no number follows", "", "", {}},
        {"Fig. 6", "shapes of the tile", "repeated: all ten of 500 threads", "", "", {}},
        {"Fig. 7",
         "the tiled kernel",
         "repeated: `tests/bench/gpu/channel_tiles.cu`",
         "",
         "largest error {} of the sum at no offset",
         {errorOf(ofChannels(gpu, tile, "max_error"))}},
        {"Fig. 8", "eight shapes, channels side by side, by texture or by cache",
         "repeated: `coarsen-bench --suite channels-ladder`, ten shapes, among which theirs are; caches as large and as small as "
         "this chip has them",
         "best 799 ms (texture, 250 x 2)", "best {} ms ({}), worst {} ms ({})", extremes(pixels, true)},
        {"Fig. 9", "the same, channels in planes", "repeated: as Fig. 8", "best 694 ms (48 KB of cache, 250 x 2)",
         "best {} ms ({}), worst {} ms ({})", extremes(planes, true)},
        {"Fig. 10",
         "the loops with vectors",
         "repeated: `tests/bench/suites/channel_loops.cpp`",
         "13.6 s (Xeon), 11.7 s (Power7): 2.7 and 2.3 times the plain loops",
         "{} s: {} times the plain loops",
         {secondsOf(ofChannels(one, vectors, "ms")), figureOf(ofChannels(one, vectors, "ratio_one_thread"))}},
        {"Fig. 11",
         "the best of each machine",
         "repeated, on ours",
         "Fermi 465 ms, two Power7 650 ms, two Xeons 1.78 s",
         "H200 {} ms by their tile and {} ms by `gpu-fft`; a Xeon {} ms by their vectors and {} ms by `cpu-fft`",
         {figureOf(ofChannels(gpu, tile, "ms")), figureOf(ofChannels(gpu, "gpu-fft", "ms")),
          figureOf(ofChannels(all, vectors, "ms")), figureOf(ofChannels(all, "cpu-fft", "ms"))}},
        {"Table 1",
         "the machines",
         "cannot: theirs are not to be had; ours stand in the file's `machine` and `peak_gflops`",
         "",
         "",
         {}},
        {"Table 2",
         "both images' rows in shared memory",
         "repeated: `coarsen-bench --suite channels-ladder`",
         "(250, 2) and (125, 4): 465.7 and 510.2 ms side by side, 518.5 and 543.0 ms in planes",
         "{} and {} ms side by side, {} and {} ms in planes",
         {figureOf(ofTile(pixels, "250x2", 1, "ms")), figureOf(ofTile(pixels, "125x4", 1, "ms")),
          figureOf(ofTile(planes, "250x2", 1, "ms")), figureOf(ofTile(planes, "125x4", 1, "ms"))}},
        {"Table 3", "both by texture or by cache alone", "repeated: `coarsen-bench --suite channels-ladder`",
         "891 to 3,339 ms side by side, 945 to 1,779 ms in planes",
         "{} ms ({}) to {} ms ({}) side by side, {} ms ({}) to {} ms ({}) in planes",
         [&] {
             std::vector<Figure> figures = extremes(pixels, false);
             const std::vector<Figure> more = extremes(planes, false);
             figures.insert(figures.end(), more.begin(), more.end());
             return figures;
         }()},
        {"section 4.1",
         "two offsets a thread (unrolled), by 62 blocks of as many threads, and by blocks of half as many",
         "repeated: `coarsen-bench --suite channels-ladder`",
         "625 ms (registers spill) and 862 ms",
         "{} ms ({} registers, {} bytes spill) and {} ms",
         {figureOf(ofTile(pixels, "250x2", 2, "ms")), wholeOf(ofTile(pixels, "250x2", 2, "registers")),
          wholeOf(ofTile(pixels, "250x2", 2, "local_bytes")), figureOf(ofTile(pixels, "250x1", 2, "ms"))}},
        {"section 4.3",
         "what the programs cost their authors",
         "in part: as lines of code; nobody wrote down our hours",
         "several weeks for the GPU, a few hours for the CPUs",
         "plain loops {} lines, vectors on all threads {}; the tile {}, and over the memories and shapes {} more; in a group {}, "
         "over all threads {}",
         {linesOfCode(loops, {"overLags", "plainLoops"}), linesOfCode(loops, {"overLags", "vectorLoops"}),
          linesOfCode(tiles, {"tileKernel", "putRow", "addInThreads"}),
          linesOfCode(tiles, {"withLagsEach", "withMask", "withMemories", "withKernel"}),
          linesOfCode(tiles, {"groupKernel", "sumOfColumn", "addInGroups"}),
          linesOfCode(tiles, {"allKernel", "sumOfColumn", "addOverAll"})}},
        {"Table 4",
         "the vectors on 1 to 24 threads of two Xeons",
         "repeated, on 1 to 16 threads of one",
         "13.6 s on one, 1.79 s on 24: 7.6 times",
         "{} s on one, {} s on 16: {} times",
         {secondsOf(ofChannels(one, vectors, "ms")), secondsOf(ofChannels(all, vectors, "ms")),
          quotientOf(ofChannels(one, vectors, "ms"), ofChannels(all, vectors, "ms"))}},
        {"Table 5", "the same on Power7", "cannot: no such machine is to be had", "11.7 s on one, 0.65 s on 64", "", {}},
        {"Table 6",
         "part of the peak",
         "repeated; ours of the rate that the run measured, theirs of the data sheet's",
         "Fermi 12.8 %, Xeon 11.3 %, Power7 31.4 %",
         "H200 {} % by their tile; a Xeon {} % by their vectors and {} % by `cpu-simd`",
         {figureOf(ofChannels(gpu, tile, "percent_of_peak")), figureOf(ofChannels(all, vectors, "percent_of_peak")),
          figureOf(ofChannels(all, "cpu-simd", "percent_of_peak"))}},
    });
}

/// The times of Figs 8 and 9, ms: a shape a row, of either layout the source as a texture and through caches, small and large.
std::string timesOfTiles() {
    Cells head{"tile"};
    for (const char* layout : {"side by side", "planes"})
        for (const char* memory :
             {"texture", "both caches, small", "both caches, large", "second cache, small", "second cache, large"})
            head.push_back(std::string(layout) + ": " + memory);
    std::vector<Cells> rows;
    for (const char* tile : {"250x2", "125x4", "100x5", "50x10", "25x20", "20x25", "10x50", "5x100", "4x125", "2x250"}) {
        Cells cells{tile};
        for (const char* layout : {"side by side", "planes"})
            for (const auto& [source, cache] : std::vector<std::pair<std::string, std::string>>{{"texture", "large"},
                                                                                                {"both caches", "small"},
                                                                                                {"both caches", "large"},
                                                                                                {"second cache", "small"},
                                                                                                {"second cache", "large"}})
                cells.push_back(number(valueOf(
                    {tilesFile,
                     "cases",
                     {{"layout", layout}, {"tile", tile}, {"mask", "shared memory"}, {"source", source}, {"cache", cache}},
                     "ms"})));
        rows.push_back(cells);
    }
    return table(head, rows);
}

}  // namespace coarsen::pages
