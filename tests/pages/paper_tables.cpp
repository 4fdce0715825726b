// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pages/paper_tables.hpp"

#include "tests/cli/program.hpp"
#include "tests/support/folders.hpp"

#include <array>
#include <cstdio>
#include <set>
#include <sstream>
#include <stdexcept>

namespace coarsen::pages {

namespace {

/// A figure of ours as it is printed, and where it stands.
struct Figure {
    std::string text, file, key;
};

/// A figure or table of a paper. Each {} of `ours` is the next of `figures`.
struct Row {
    std::string which, shows, here, theirs, ours;
    std::vector<Figure> figures;
};

Figure figureOf(const Source& source) {
    return {number(valueOf(source)), source.file, wordsOf(source)};
}

/// "2e-06"
Figure errorOf(const Source& source) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1g", valueOf(source));
    return {text.data(), source.file, wordsOf(source)};
}

/// A count.
Figure wholeOf(const Source& source) {
    return {numberTo(0, valueOf(source)), source.file, wordsOf(source)};
}

Figure secondsOf(const Source& source) {
    return {number(valueOf(source) / 1000), source.file, wordsOf(source)};
}

Figure quotientOf(const Source& one, const Source& other) {
    return {number(valueOf(one) / valueOf(other)), one.file, wordsOf(one) + " over " + wordsOf(other)};
}

std::string linkTo(const std::string& file) {
    return "[" + file.substr(file.rfind('/') + 1) + "](../../" + file + ")";
}

/// Where they all stand, each file once.
std::string placesOf(const std::vector<Figure>& figures) {
    std::string places, file;
    for (const Figure& figure : figures) {
        if (!places.empty()) places += "; ";
        if (figure.file != file) places += linkTo(figure.file) + ": ";
        places += figure.key;
        file = figure.file;
    }
    return places;
}

std::string tableOf(const std::vector<Row>& rows) {
    std::vector<Cells> cells;
    for (const Row& row : rows) {
        std::vector<std::string> texts;
        for (const Figure& figure : row.figures)
            texts.push_back(figure.text);
        cells.push_back({row.which, row.shows, row.here, row.theirs, filled(row.ours, texts), placesOf(row.figures)});
    }
    return table({"which", "what it shows", "here", "theirs", "ours", "where ours stands"}, cells);
}

// Lu et al. 2010 --------------------------------------------------------------------------------------------------------------

Source ofPaperSuite(const std::string& engine, int maxLag, const std::string& key) {
    return {"tests/bench/results/h200-paper.json", "cases", {{"width", 750}, {"max_lag", maxLag}, {"engine", engine}}, key};
}

Source ofMatrixForm(int maxLag) {
    return {"tests/peers/results/h200-numpy-matrix-form.json", "cases", {{"max_lag", maxLag}}, "ms"};
}

/// How many times as fast as the matrix form the program is at R = 200, of two files.
Figure againstMatrixForm(const std::string& engine) {
    const Source matrix = ofMatrixForm(200), other = ofPaperSuite(engine, 200, "ms");
    return {number(valueOf(matrix) / valueOf(other)), matrix.file,
            wordsOf(matrix) + " over " + linkTo(other.file) + ": " + wordsOf(other)};
}

/// The mean of how far R_max is off, %, as the study of the preset prints it: of the row of the first section, the sample series.
Figure studied(const std::string& recipe) {
    const std::string file = "tests/studies/results/lu2010.txt";
    std::istringstream lines(test::contentOf(test::sourceFolder() / file));
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with(recipe + "  ")) continue;
        std::istringstream words(line.substr(recipe.size()));
        std::string found, mean;
        words >> found >> mean;
        return {mean, file, "row *" + recipe + "*"};
    }
    throw std::out_of_range(file + " has no row " + recipe);
}

std::string lu2010() {
    const std::string simple = "simple C", reordered = "re-ordered loops", listing = "Listing 1, as meant";
    return tableOf({
        {"Fig. 1", "photograph of the sample holder", "cannot: their apparatus", "", "", {}},
        {"Fig. 2", "photograph of the camera on board", "cannot: their apparatus", "", "", {}},
        {"Fig. 3",
         "a frame's way: grey, light by the Overlay blend, dust copied over, contrast and crop",
         "repeated on series of our own, whose R_max is known (`tests/studies/lu2010.cpp`); their pictures are not "
         "published",
         "",
         "R_max with one of their steps in the default recipe: Overlay {} %, colour key and copy {} %, 8 bits {} %",
         {studied("default with Overlay"), studied("default with colour key and copy"),
          studied("default with contrast of 8 bit")}},
        {"Fig. 4",
         "the sum of products at one offset of a picture of 4 x 6 pixels",
         "repeated: the plain loops of `cpu-direct` to which `tests/engines/engine_suite_test.cpp` holds every engine",
         "",
         "",
         {}},
        {"Fig. 5",
         "C2D, and C1D with its second maximum",
         "repeated on series of our own: the presets `lu2010` and `lu2010-mean-off`; their picture is not here",
         "R_max = 88 px; C1D from 1.0 to -0.2",
         "R_max is off by {} % (mean left in) and {} % (mean taken off)",
         {studied("lu2010"), studied("lu2010-mean-off")}},
        {"Fig. 6",
         "time against the largest offset R, 750 x 1500 pixels",
         "repeated: `coarsen-bench --suite paper`, R = 1 to 300; NumPy stands in for MATLAB (`tests/peers/lu_matrix_form.py`)",
         "R = 250: hours in MATLAB, seconds on the GPU",
         "R = 250: simple C {} s, re-ordered {} s, Listing 1 {} ms, `gpu-fft` {} ms; R = 200: matrix form {} s",
         {secondsOf(ofPaperSuite(simple, 250, "ms")), secondsOf(ofPaperSuite(reordered, 250, "ms")),
          figureOf(ofPaperSuite(listing, 250, "ms")), figureOf(ofPaperSuite("gpu-fft", 250, "ms")),
          secondsOf(ofMatrixForm(200))}},
        {"Fig. 7",
         "times as fast as MATLAB",
         "repeated, with NumPy in its place, up to R = 200 (beyond it takes minutes)",
         "R > 250: simple C 30, re-ordered with SIMD 125, GPU 4,000",
         "R = 200: simple C {}, re-ordered {}, Listing 1 {}",
         {againstMatrixForm(simple), againstMatrixForm(reordered), againstMatrixForm(listing)}},
        {"Fig. 8",
         "the kernel: a line of the image and of its copy in shared memory, a thread an offset",
         "repeated: `tests/bench/gpu/baselines.cu`, as printed and as meant, each answer compared with exact sums",
         "",
         "largest error at R = 200: as printed {}, as meant {}",
         {errorOf(ofPaperSuite("Listing 1, as printed", 200, "max_error")), errorOf(ofPaperSuite(listing, 200, "max_error"))}},
        {"Fig. 9",
         "times as fast as the programs on the CPU",
         "repeated: `coarsen-bench --suite paper`",
         "R > 250: 30 times the re-ordered loops, 130 times simple C, 4,000 times MATLAB",
         "R = 300: {} times the re-ordered loops, {} times simple C; R = 200: {} times the matrix form",
         {figureOf(ofPaperSuite(listing, 300, "ratio_reordered")), figureOf(ofPaperSuite(listing, 300, "ratio_simple")),
          againstMatrixForm(listing)}},
        {"Fig. 10",
         "R_max against time, the same from every program",
         "repeated on series of our own: `coarsen-cli selftest`, and CPU beside GPU in `tests/engines/frame_backend_test.cpp`; "
         "their frames are not here",
         "a line through the origin",
         "the largest error of a sum: re-ordered {}, Listing 1 {}",
         {errorOf(ofPaperSuite(reordered, 200, "max_error")), errorOf(ofPaperSuite(listing, 200, "max_error"))}},
        {"section 4.2",
         "re-ordered loops, without and with the compiler's SIMD",
         "repeated: `coarsen-bench --suite paper`",
         "twice simple C, and twice that with SIMD: four times",
         "R = 100: {} and {} times simple C; down columns simple C itself is {}",
         {figureOf(ofPaperSuite("re-ordered loops, no SIMD", 100, "ratio_simple")),
          figureOf(ofPaperSuite(reordered, 100, "ratio_simple")),
          figureOf(ofPaperSuite("simple C, down columns", 100, "ratio_simple"))}},
        {"section 4.3",
         "their first kernel: a thread an offset, the image as a texture",
         "in part: `naive` in `tests/bench/gpu/baselines.cu` reads global memory; from a texture not yet",
         "six times simple C, so 0.05 of the final kernel",
         "R = 250: {} of Listing 1",
         {figureOf({"tests/bench/results/h200.json",
                    "cases",
                    {{"case", "1500x750 R250 u8, 1 frame"}, {"engine", "naive, a thread a lag"}},
                    "ratio_to/Listing 1"})}},
        {"section 2.2",
         "two kernels instead of atomics",
         "repeated: `coarsen-bench --suite paper`",
         "25 % slower",
         "R = 200: {} times as fast",
         {figureOf(ofPaperSuite("two kernels", 200, "ratio_listing1"))}},
        {"section 5",
         "a camera's frames of 640 x 480 pixels, offsets up to 16 px",
         "repeated: `build/bin/track_bench`",
         "more than 30 frames a second",
         "{} frames a second",
         {{number(resultsOf("tests/bench/results/h200-track.json")
                      .at("10000 frames of 640x480, R = 16, auto, as fast as it takes them: frames a second")
                      .at(0)
                      .get<double>()),
           "tests/bench/results/h200-track.json",
           "`10000 frames of 640x480, R = 16, auto, as fast as it takes them: frames a second`"}}},
    });
}

// van Werkhoven et al. 2011 ---------------------------------------------------------------------------------------------------

Source ofLadder(const std::string& engine, const std::string& block, int side, const std::string& key) {
    return {"tests/bench/results/h200-convolution.json",
            "cases",
            {{"engine", engine}, {"block", block}, {"fw", side}, {"fh", side}},
            key};
}

/// The mean over the square filters of the paper's range, 7 x 7 to 43 x 43.
Figure meanOf(const std::string& engine, const std::string& block, const std::string& key) {
    constexpr int smallest = 7, largest = 43, step = 2;
    double sum = 0;
    int count = 0;
    for (int side = smallest; side <= largest; side += step, ++count)
        sum += valueOf(ofLadder(engine, block, side, key));
    return {numberTo(2, sum / count), "tests/bench/results/h200-convolution.json",
            "mean of `" + key + "` of engine *" + engine + "*, block *" + block + "*, 7 x 7 to 43 x 43"};
}

/// The tiles that an engine of one rung takes, each kind once.
Figure tilesOf(const std::string& engine) {
    const std::string file = "tests/bench/results/h200-convolution.json";
    std::set<std::string> kinds;
    for (const nlohmann::json& row : resultsOf(file).at("cases"))
        if (row.at("engine") == engine) kinds.insert(row.at("tiles").get<std::string>());
    std::string all;
    for (const std::string& kind : kinds)
        all += (all.empty() ? "" : ", ") + kind;
    return {all, file, "`tiles` of engine *" + engine + "*"};
}

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
         "in part: square filters; width beside height not yet",
         "",
         "{} times the naive kernel",
         {meanOf("filter in constant memory", "16x16", "ratio_naive")}},
        {"Fig. 3a",
         "the neighbourhood in shared memory, blocks of 16 x 16, whose banks collide but at a width of 33",
         "in part: square filters",
         "little gained over Fig. 2b",
         "{} times the naive kernel; at 33 x 33 {} times",
         {meanOf("neighbourhood in shared memory", "16x16", "ratio_naive"),
          figureOf(ofLadder("neighbourhood in shared memory", "16x16", 33, "ratio_naive"))}},
        {"Fig. 3b", "the same, blocks of 32 x 32", "not yet: the ladder has no such rung", "", "", {}},
        {"Fig. 4", "the inner loop of 1 x 2 tiles", "repeated: *1x2* of `tests/bench/gpu/convolution_ladder.cu`", "", "", {}},
        {"Fig. 5",
         "1 x 2 and 1 x 4 tiles, blocks of 16 x 16, whose banks collide",
         "in part: square filters",
         "",
         "{} and {} times the naive kernel",
         {meanOf("1x2", "16x16", "ratio_naive"), meanOf("1x4", "16x16", "ratio_naive")}},
        {"Fig. 6",
         "the same with padded rows",
         "in part: square filters",
         "quicker for most filters",
         "{} and {} times the naive kernel",
         {meanOf("1x2, padded", "16x16", "ratio_naive"), meanOf("1x4, padded", "16x16", "ratio_naive")}},
        {"Fig. 7",
         "the same, blocks of 32 x 32 instead",
         "in part: square filters",
         "much as Fig. 6; 1 x 4 cannot run at 41 x 43 and 43 x 43: 48 KB of shared memory",
         "{} and {} times the naive kernel; 43 x 43 takes {} bytes of shared memory, which this chip has",
         {meanOf("1x2", "32x32", "ratio_naive"), meanOf("1x4", "32x32", "ratio_naive"),
          wholeOf(ofLadder("1x4", "32x32", 43, "shared_bytes"))}},
        {"Fig. 8a, b", "adaptive tiles in blocks of two other sizes", "not yet: only their best size is built", "", "", {}},
        {"Fig. 8c",
         "adaptive tiles, blocks of 16 x 32",
         "in part: square filters",
         "4.73 times the naive kernel and 1.34 times Fig. 7's 1 x 4; up to 37 % of the peak",
         "{} times the naive kernel and {} times Fig. 7's 1 x 4; at 43 x 43 {} % of the peak",
         {meanOf("adaptive", "16x32", "ratio_naive"), meanOf("adaptive", "16x32", "ratio_fixed_1x4"),
          figureOf(ofLadder("adaptive", "16x32", 43, "percent_of_peak"))}},
        {"Fig. 8d",
         "which N is taken by width and height",
         "in part: square filters, for which this chip's shared memory leaves no choice",
         "N falls as filters grow",
         "tiles of {} throughout",
         {tilesOf("adaptive")}},
        {"section 7",
         "beside cuFFT",
         "repeated: `coarsen-bench --suite convolution`",
         "ten times as fast at 3 x 3, quicker up to 17 x 17",
         "{} times as fast at 3 x 3, {} at 15 x 15, {} at 17 x 17",
         {figureOf(ofLadder("adaptive", "16x32", 3, "ratio_fft")), figureOf(ofLadder("adaptive", "16x32", 15, "ratio_fft")),
          figureOf(ofLadder("adaptive", "16x32", 17, "ratio_fft"))}},
    });
}

// Bordawekar et al. 2010 ------------------------------------------------------------------------------------------------------

Source ofChannels(const std::string& device, const std::string& engine, const std::string& key) {
    return {"tests/bench/results/h200-channels.json", "cases", {{"device", device}, {"engine", engine}, {"frames", 1}}, key};
}

std::string bordawekar2010() {
    const std::string gpu = "NVIDIA H200", one = "CPU, 1 thread", all = "CPU, 16 threads", tile = "the paper's tile, float4",
                      vectors = "the paper's vectors";
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
         "in part: the first, which they chose; the other two not yet",
         "",
         "",
         {}},
        {"Fig. 5", "which data are read again", "cannot: a drawing, from which no number follows", "", "", {}},
        {"Fig. 6", "shapes of the tile", "in part: (250, 2), their best; the others not yet", "", "", {}},
        {"Fig. 7",
         "the tiled kernel",
         "repeated: `tests/bench/gpu/channel_tiles.cu`",
         "",
         "largest error {} of the sum at no offset",
         {errorOf(ofChannels(gpu, tile, "max_error"))}},
        {"Fig. 8",
         "eight shapes, channels side by side, by texture or by cache",
         "not yet",
         "best 799 ms (texture, 250 x 2)",
         "",
         {}},
        {"Fig. 9", "the same, channels in planes", "not yet", "best 694 ms (48 KB of cache, 250 x 2)", "", {}},
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
         "in part: (250, 2); (125, 4) not yet",
         "465.7 ms side by side, 518.5 ms in planes",
         "{} ms side by side, {} ms in planes",
         {figureOf(ofChannels(gpu, tile, "ms")), figureOf(ofChannels(gpu, "the paper's tile, planes", "ms"))}},
        {"Table 3",
         "both by texture or by cache alone",
         "not yet",
         "891 to 3,339 ms side by side, 945 to 1,779 ms in planes",
         "",
         {}},
        {"section 4.1", "two offsets a thread (unrolled)", "not yet", "625 and 862 ms", "", {}},
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

// Lee et al. 2012 -------------------------------------------------------------------------------------------------------------

/// Time of the regulariser's force alone, 240 voxels a side.
Source ofForce(const std::string& kernel, const std::string& memory, int blocks, const std::string& key) {
    return {"tests/bench/results/h200-registration.json",
            "registration_ladder",
            {{"side", 240}, {"kernel", kernel}, {"memory", memory}, {"blocks", blocks}},
            key};
}

Source ofRegistration(int side, const std::string& key) {
    return {"tests/bench/results/h200-registration.json", "registration", {{"side", side}}, key};
}

Source ofSearch(const std::string& memory) {
    return {"tests/bench/results/h200-nlm.json", "non_local_means_ladder", {{"memory", memory}}, "search_ms"};
}

Source ofRound(const std::string& engine, int elements) {
    return {"tests/bench/results/h200-nlm.json", "non_local_means", {{"engine", engine}, {"elements", elements}}, "round_ms"};
}

std::string lee2012() {
    const std::string made = "products recomputed", reused = "products reused", shared = "shared", local = "shared and local";
    return tableOf({
        {"Fig. 1",
         "time of the force by products made anew or reused, one block a multiprocessor and more",
         "in part: `coarsen-bench --suite volumes` at 128 and 240 voxels a side",
         "reuse 3 times as fast with one block; more blocks 25 to 30 % slower; local memory 6 times as slow as reuse",
         "240³: reuse {} times as fast with one block, {} times with three; anew with two blocks {} times as fast as with one; "
         "local memory {} "
         "times as slow as reuse with three",
         {quotientOf(ofForce(made, shared, 1, "ms"), ofForce(reused, shared, 1, "ms")),
          quotientOf(ofForce(made, shared, 1, "ms"), ofForce(reused, shared, 3, "ms")),
          quotientOf(ofForce(made, shared, 1, "ms"), ofForce(made, shared, 2, "ms")),
          quotientOf(ofForce(made, local, 4, "ms"), ofForce(reused, shared, 3, "ms"))}},
        {"Fig. 2a",
         "a whole registration beside one CPU thread",
         "in part: on a GPU; no committed run times the CPU beside it. Ours takes its own steps, so that time is compared, not "
         "work",
         "85 to 129 times; 240³ in 2.5 minutes, 128³ in 24 s",
         "240³ in {} ms, 128³ in {} ms",
         {figureOf(ofRegistration(240, "adaptive_ms")), figureOf(ofRegistration(128, "adaptive_ms"))}},
        {"Fig. 2b",
         "arithmetic of the force",
         "in part: as time over the least that the memory allows; their 158 operations a voxel are "
         "not those of our form",
         "11 to 16 GFLOP/s",
         "240³: their reuse {} times the least, ours {} times",
         {figureOf(ofForce(reused, shared, 3, "of_floor")), figureOf({"tests/bench/results/h200-registration.json",
                                                                      "registration_ladder",
                                                                      {{"side", 240}, {"kernel", "ours"}},
                                                                      "of_floor"})}},
        {"Fig. 3",
         "patients' brains aligned, CPU beside GPU",
         "cannot: their pictures are not here; volumes that a known flow has moved stand in, and "
         "`tests/engines/registration_suite_test.cpp` holds CPU and GPU to each other",
         "CPU and GPU at most 0.5 voxel apart",
         "240³: mean error {} voxel, 95 % within {}",
         {figureOf(ofRegistration(240, "error_mean_px")), figureOf(ofRegistration(240, "error_p95_px"))}},
        {"Fig. 4",
         "the search of neighbours with patches in constant, global and texture memory",
         "in part: `coarsen-bench --suite volumes` at 17,500 elements",
         "as long as constant memory takes: global 1.2 times, with a large cache 2.5, texture 6",
         "constant {} ms; global {} times as long, with a large cache {}, texture {}",
         {figureOf(ofSearch("constant")), quotientOf(ofSearch("global, small cache"), ofSearch("constant")),
          quotientOf(ofSearch("global, large cache"), ofSearch("constant")),
          quotientOf(ofSearch("texture"), ofSearch("constant"))}},
        {"Fig. 5a",
         "a round beside a CPU",
         "repeated: `build/bin/volumes_bench`",
         "77 to 93 times two threads; 17,500 elements in 4 s, 175,000 in 4.6 minutes",
         "17,500 in {} ms, {} times 16 threads by `cpu-simd`; 175,000 in {} ms",
         {figureOf(ofRound("gpu-direct", 17500)), quotientOf(ofRound("cpu-simd", 17500), ofRound("gpu-direct", 17500)),
          figureOf(ofRound("gpu-direct", 175000))}},
        {"Fig. 5b",
         "memory's rate in the search",
         "cannot: ours keeps the patches on the chip, its limit are the tensor cores",
         "50 GB/s",
         "175,000 elements: {} times as long as their products alone",
         {figureOf({"tests/bench/results/h200-nlm.json",
                    "non_local_means",
                    {{"engine", "gpu-direct"}, {"elements", 175000}},
                    "search_of_tensor_floor"})}},
        {"Fig. 6",
         "the noisy surface of two boxes smoothed, CPU beside GPU",
         "in part: `tests/engines/nlm_suite_test.cpp` holds the GPU to the CPU and the lists of neighbours to those of all "
         "pairs; of two boxes decision V15 alone tells",
         "CPU and GPU less than 1/4 voxel apart",
         "part of the neighbours that are those of all pairs: {}",
         {figureOf({"tests/bench/results/h200-nlm.json",
                    "non_local_means",
                    {{"engine", "gpu-direct"}, {"elements", 175000}},
                    "agreement"})}},
        {"Fig. 7", "white matter smoothed", "cannot: their pictures are not here", "", "", {}},
        {"Table 1",
         "registers and memory of the force's kernels",
         "repeated: `coarsen-bench --suite volumes`",
         "anew 63 registers, with local memory 35, reused 24",
         "anew {} registers and {} bytes of shared memory, with local memory {} registers, reused {} with one block and {} with "
         "three",
         {wholeOf(ofForce(made, shared, 1, "registers")), wholeOf(ofForce(made, shared, 1, "shared_bytes")),
          wholeOf(ofForce(made, local, 4, "registers")), wholeOf(ofForce(reused, shared, 1, "registers")),
          wholeOf(ofForce(reused, shared, 3, "registers"))}},
        {"Table 2",
         "numbers that an element keeps: 320",
         "repeated: `tests/bench/gpu/nlm_ladder.cu` keeps patch, distances and lists",
         "",
         "",
         {}},
    });
}

}  // namespace

const Tables& paperTables() {
    static const Tables all{
        {"lu2010", lu2010}, {"van-werkhoven2011", vanWerkhoven2011}, {"bordawekar2010", bordawekar2010}, {"lee2012", lee2012}};
    return all;
}

}  // namespace coarsen::pages
