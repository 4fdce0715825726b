// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program.hpp"
#include "tests/pages/paper_rows.hpp"
#include "tests/support/folders.hpp"

#include <sstream>
#include <stdexcept>

namespace coarsen::pages {

namespace {

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

}  // namespace

std::string lu2010() {
    const std::string simple = "simple C", reordered = "re-ordered loops", listing = "Listing 1, as meant",
                      first = "their first kernel, from a texture";
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
         "repeated: `coarsen-bench --suite paper`",
         "six times simple C, so 0.05 of the final kernel",
         "R = 250: {} times simple C, {} of Listing 1; from global memory instead {} of it",
         {figureOf(ofPaperSuite(first, 250, "ratio_simple")), figureOf(ofPaperSuite(first, 250, "ratio_listing1")),
          figureOf(ofPaperSuite("their first kernel, from global memory", 250, "ratio_listing1"))}},
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

}  // namespace coarsen::pages
