// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pages/speed_tables.hpp"

#include "tests/pages/result_files.hpp"

#include <array>
#include <cstdio>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace coarsen::pages {

namespace {

using nlohmann::json;

const json& resultsIn(const std::string& name) {
    return resultsOf("tests/bench/results/" + name + ".json");
}

/// The first case for which this holds. Throws std::out_of_range where there is none.
const json& caseOf(const json& cases, const std::string& what, const std::function<bool(const json&)>& isMeant) {
    for (const json& one : cases)
        if (isMeant(one)) return one;
    throw std::out_of_range("no case of " + what);
}

/// A case by its name and the beginning of its engine's name.
const json& caseNamed(const json& results, const std::string& name, const std::string& engine) {
    return caseOf(results.at("cases"), name + ", " + engine, [&](const json& one) {
        return one.at("case") == name && one.at("engine").get<std::string>().starts_with(engine);
    });
}

std::string msOf(const json& one) {
    return number(one.at("ms_median").get<double>());
}

std::string ratioTo(const json& one, const std::string& other) {
    const auto ratios = one.find("ratio_to");
    return ratios != one.end() && ratios->contains(other) ? number(ratios->at(other).get<double>()) : "";
}

std::string cpu() {
    const json& results = resultsIn("cpu-2-cores");
    const json& ours = caseNamed(results, "1500x750 R250 float32, 2 threads", "cpu-fft");
    std::vector<Cells> rows{{"`cpu-fft`, two threads", msOf(ours), ""}};
    const std::vector<std::pair<std::string, std::string>> others{
        {"scipy.fft padded 1000x1750", "`scipy.fft`, padded by hand, two workers, best of three sizes"},
        {"scipy.signal.correlate", "`scipy.signal.correlate(method=\"fft\")`"},
        {"cv2.matchTemplate", "OpenCV `matchTemplate`"}};
    for (const auto& [engine, words] : others) {
        const json& other = caseNamed(results, "1500x750 R250 float32", engine);
        rows.push_back(
            {words, msOf(other), number(other.at("ms_median").get<double>() / ours.at("ms_median").get<double>()) + " times"});
    }
    return table({"one autocorrelation", "ms", "`cpu-fft` is faster by"}, rows);
}

std::string window() {
    const json &two = resultsIn("window-2-cores"), &sixteen = resultsIn("window-16-cores");
    const std::vector<std::pair<std::string, std::string>> cases{
        {"opening the folder: the first frame on screen", "from opening the folder to the first frame on the screen"},
        {"scrubbing, all measured: wall time of a step, 99th percentile", "a step of scrubbing, all measured, 99th percentile"},
        {"scrubbing, all measured: CPU time of the window's thread in a step, worst",
         "the same, time of the window's thread, worst"},
        {"a changed recipe: image, worst of 20", "from a changed setting to its image, worst of 20"},
        {"a changed recipe: C2D, C1D and R_max, worst of 20", "the same to C2D, C1D and R_max"}};
    std::vector<Cells> rows;
    for (const auto& [name, words] : cases)
        rows.push_back({words, msOf(caseNamed(two, name, "window")), msOf(caseNamed(sixteen, name, "window"))});
    return table({"what", "two cores", "sixteen cores"}, rows);
}

std::string gpu() {
    struct Row {
        std::string name, engine, words;
    };
    const std::string one = "1500x750 R250 u8, 1 frame", many = "1500x750 R250 u8, 64 frames";
    const json& results = resultsIn("h200");
    std::vector<Cells> rows;
    for (const Row& row :
         std::vector<Row>{{one, "Listing 1", "Listing 1, one frame"},
                          {many, "cuFFT 2-D", "best cuFFT 2-D, 64 frames at once"},
                          {many, "gpu-fft", "`gpu-fft`, 64 frames at once"},
                          {one, "gpu-fft", "`gpu-fft`, one frame"},
                          {"1500x750 R250 u8, each with its mask, 64 frames", "gpu-fft",
                           "`gpu-fft`, each frame with its own mask, pair counts included, 64 at once"},
                          {"1500x750 R250 float32, 64 frames", "gpu-fft", "`gpu-fft`, float32 frames, 64 at once"},
                          {one, "gpu-direct", "`gpu-direct`, exact in 64-bit integers (tensor cores), one frame"},
                          {"1500x750 R250 float32, 1 frame", "gpu-direct", "`gpu-direct`, float32, one frame"}}) {
        const json& found = caseNamed(results, row.name, row.engine);
        const bool isOurs = row.engine.starts_with("gpu");
        rows.push_back(
            {row.words, msOf(found), row.engine == "Listing 1" ? "1" : ratioTo(found, "Listing 1"),
             isOurs ? ratioTo(found, "cuFFT 2-D") : "",
             isOurs ? number(found.at("percent_of_floor").get<double>()) + " % of " + found.at("floor").get<std::string>() : ""});
    }
    return table({"one autocorrelation on the GPU", "ms a frame", "times faster than Listing 1, one frame",
                  "times faster than cuFFT 2-D", "of the chip's own rate"},
                 rows);
}

std::string frames() {
    const json& results = resultsIn("h200-frames");
    std::vector<Cells> rows;
    for (const auto& [recipe, words] : std::vector<std::pair<std::string, std::string>>{
             {"default recipe", "default recipe"},
             {"blur and dust copied over", "light by a blur, dust copied over"},
             {"Overlay and dust copied over", "light by the Overlay blend, dust copied over"},
             {"polynomial and outliers", "light by a polynomial, outliers for dust"}}) {
        const std::string name = "1500x750 R250 u8, " + recipe + ", decoded picture to C1D";
        rows.push_back({words, msOf(caseNamed(results, name, "gpu-fft, all of it")),
                        msOf(caseNamed(results, name, "gpu-fft, all of it and the jack-knife")),
                        msOf(caseNamed(results, name, "the CPU's steps"))});
    }
    return table({"recipe", "GPU", "GPU, with the jack-knife", "the steps alone on one CPU thread"}, rows);
}

std::string paper() {
    struct Row {
        std::string device, engine, words;
    };
    const json& results = resultsIn("h200-paper");
    std::vector<Cells> rows;
    for (const Row& row :
         std::vector<Row>{{"CPU, 1 thread", "simple C", "simple C, one core"},
                          {"CPU, 1 thread", "re-ordered loops", "re-ordered loops, one core"},
                          {"CPU, 1 thread", "cpu-simd", "`cpu-simd`, one thread"},
                          {"CPU, 16 threads", "cpu-simd", "`cpu-simd`, 16 threads"},
                          {"CPU, 1 thread", "cpu-fft", "`cpu-fft`, one thread"},
                          {"CPU, 16 threads", "cpu-fft", "`cpu-fft`, 16 threads"},
                          {"NVIDIA H200", "Listing 1, as printed", "Listing 1, as printed: whole numbers, R offsets, fewer rows"},
                          {"NVIDIA H200", "Listing 1, as meant", "Listing 1, as meant"},
                          {"NVIDIA H200", "two kernels", "two kernels instead of atomics"},
                          {"NVIDIA H200", "gpu-direct", "`gpu-direct`"},
                          {"NVIDIA H200", "gpu-fft", "`gpu-fft`"}}) {
        const json& found = caseOf(results.at("cases"), row.words, [&](const json& one) {
            return one.at("width") == 750 && one.at("max_lag") == 200 && one.at("device") == row.device &&
                   one.at("engine") == row.engine;
        });
        std::array<char, 32> error{};
        std::snprintf(error.data(), error.size(), "%.1g", found.at("max_error").get<double>());
        const double ms = found.at("ms").get<double>(), ratio = found.at("ratio_simple").get<double>(),
                     ratioToListing = found.at("ratio_listing1").get<double>();
        if (rows.empty()) {
            const double matrixMs =
                valueOf({"tests/peers/results/h200-numpy-matrix-form.json", "cases", {{"max_lag", 200}}, "ms"});
            rows.push_back({"matrix form in NumPy, one core (its own run; checked against a transform's sums)", number(matrixMs),
                            number(ms / matrixMs), number(ms / matrixMs * ratioToListing), ""});
        }
        rows.push_back({row.words, number(ms), number(ratio), number(ratioToListing), error.data()});
    }
    return table({"program", "ms", "times as fast as simple C", "as Listing 1", "largest error"}, rows);
}

std::string channels() {
    const auto of = [](const std::string& engine, int frames, const std::string& key) {
        return number(valueOf({"tests/bench/results/h200-channels.json",
                               "cases",
                               {{"device", "NVIDIA H200"}, {"engine", engine}, {"frames", frames}},
                               key}));
    };
    const std::string tile = "the paper's tile, float4", cufft = "cuFFT 2-D, best of 4 sizes";
    std::vector<Cells> rows;
    for (const auto& [frames, words] : std::vector<std::pair<int, std::string>>{{1, "one image"}, {64, "64 images at once"}})
        rows.push_back({words, of(tile, frames, "ms") + " (" + of(tile, frames, "percent_of_peak") + " % of the float32 peak)",
                        of(cufft, frames, "ms"), of("gpu-fft", frames, "ms"), of("gpu-fft", frames, "ratio_tile") + " times"});
    return table({"", "the tile of Bordawekar et al.", "cuFFT", "`gpu-fft`", "`gpu-fft` is faster than the tile"}, rows);
}

std::string convolution() {
    const json& results = resultsIn("h200-convolution");
    std::vector<Cells> rows;
    for (const int side : {3, 9, 17, 25, 43}) {
        const auto of = [&](const std::string& engine) -> const json& {
            return caseOf(results.at("cases"), engine, [&](const json& one) {
                return one.at("device") == "NVIDIA H200" && one.at("width") == 4096 && one.at("rank_1") == 0 &&
                       one.at("fw") == side && one.at("fh") == side && one.at("engine") == engine;
            });
        };
        const auto words = [](const json& one, const char* key) { return number(one.at(key).get<double>()); };
        const json &direct = of("gpu-direct"), &fft = of("gpu-fft");
        const std::string size = std::to_string(side);
        rows.push_back({size + " x " + size, words(direct, "ms"), words(direct, "percent_of_peak") + " %",
                        words(direct, "ratio_naive"), words(direct, "ratio_fixed_1x4"),
                        side < 9 ? "" : words(of("gpu-direct, 8-bit image"), "ms"),  // the tensor cores take wider ones only
                        words(fft, "ms"), words(fft, "ratio_fft")});
    }
    return table({"filter", "`gpu-direct`, ms", "of the float32 peak", "times the naive kernel",
                  "times the paper's fixed 1 x 4 tile", "`gpu-direct`, 8-bit image, ms", "`gpu-fft`, ms", "times cuFFT"},
                 rows);
}

std::string convolutionOnCpu() {
    std::vector<Cells> rows;
    for (const int side : {3, 5, 7, 9, 11, 17, 43}) {
        const std::string size = std::to_string(side);
        Cells cells{size + " x " + size};
        for (const char* device : {"CPU, 1 thread", "CPU, 16 threads"}) {
            const auto of = [&](const std::pair<std::string, json>& which, const char* key) -> const json& {
                return caseOf(resultsIn("h200-convolution").at("cases"), which.first,
                              [&](const json& one) {
                                  return one.at("device") == device && one.at("rank_1") == 0 && one.at("fw") == side &&
                                         one.at("fh") == side && one.at(which.first) == which.second;
                              })
                    .at(key);
            };
            const std::pair<std::string, json> taken{"auto", 1}, openCv{"engine", "OpenCV filter2D"};
            cells.push_back("`" + of(taken, "engine").get<std::string>() + "`, " + number(of(taken, "ms").get<double>()));
            cells.push_back(number(of(openCv, "ms").get<double>()));
            cells.push_back(number(of(taken, "ratio_library").get<double>()));
        }
        rows.push_back(cells);
    }
    return table({"filter", "one thread: `auto` takes, ms", "OpenCV `filter2D`, ms", "times as fast",
                  "16 threads: `auto` takes, ms", "OpenCV `filter2D`, ms", "times as fast"},
                 rows);
}

std::string registration() {
    const json& results = resultsIn("h200-registration");
    std::vector<Cells> rows;
    for (const json& one : results.at("registration")) {
        const std::string side = std::to_string(one.at("side").get<int>());
        rows.push_back({side + "³", number(one.at("adaptive_ms").get<double>()), number(one.at("whole_ms").get<double>()),
                        number(one.at("error_mean_px").get<double>())});
    }
    return table({"voxels", "ms, smoothing given", "ms, smoothing found", "mean error of u, voxels"}, rows);
}

std::string track() {
    std::vector<Cells> rows;
    for (const auto& [file, machine] :
         std::vector<std::pair<std::string, std::string>>{{"track-2-cores", "two cores (Xeon)"}, {"h200-track", "H200"}})
        for (const auto& [rate, words] : std::vector<std::pair<std::string, std::string>>{
                 {"as fast as it takes them", "as fast as it takes them"}, {"200 Hz", "a camera of 200 Hz"}}) {
            const json& results = resultsIn(file);
            const std::string key = "10000 frames of 640x480, R = 16, auto, " + rate + ": ";
            const json& latency = results.at(key + "latency in ms, median, 99 %, 99.9 %, worst");
            rows.push_back({machine + ", " + words, number(results.at(key + "frames a second").at(0).get<double>()),
                            number(latency.at(0).get<double>()), number(latency.at(2).get<double>()),
                            number(latency.at(3).get<double>())});
        }
    return table({"", "frames a second", "median", "99.9th percentile", "worst"}, rows);
}

}  // namespace

const Tables& speedTables() {
    static const Tables all{{"cpu", cpu},
                            {"window", window},
                            {"gpu", gpu},
                            {"frames", frames},
                            {"paper", paper},
                            {"channels", channels},
                            {"convolution", convolution},
                            {"convolution-cpu", convolutionOnCpu},
                            {"registration", registration},
                            {"track", track}};
    return all;
}

}  // namespace coarsen::pages
