// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pages/quotations.hpp"

#include "tests/pages/result_files.hpp"

#include <utility>

namespace coarsen::pages {

namespace {

using nlohmann::json;
using Where = std::vector<std::pair<std::string, json>>;

Source bench(const std::string& name, Where where, const std::string& key) {
    return {"tests/bench/results/" + name + ".json", "cases", std::move(where), key};
}

std::string to(int digits, double value) {
    return numberTo(digits, value);
}
std::string to(int digits, const Source& source) {
    return numberTo(digits, valueOf(source));
}

Source kernel(const std::string& name, const std::string& engine, const std::string& key) {
    return bench("h200", {{"case", name}, {"engine", engine}}, key);
}

constexpr char oneFrame[] = "gpu-fft (fused, 1 stream of 1)", manyFrames[] = "gpu-fft (fused, 4 streams of 4)",
               ofListing[] = "ratio_to/Listing 1";

Source program(const std::string& engine, int maxLag, const std::string& key) {
    return bench("h200-paper", {{"width", 750}, {"max_lag", maxLag}, {"engine", engine}}, key);
}

Source series(const std::string& engine, const std::string& key) {
    return bench("h200-series", {{"engine", engine}}, key);
}

Source rung(const std::string& engine, const std::string& block, int side, const std::string& key) {
    return bench("h200-convolution",
                 {{"device", "NVIDIA H200"}, {"rank_1", 0}, {"engine", engine}, {"block", block}, {"fw", side}, {"fh", side}},
                 key);
}

/// Over the odd square filters from `smallest` to 43 x 43.
double meanOf(const std::string& engine, const std::string& block, const std::string& key, int smallest) {
    double sum = 0;
    int count = 0;
    for (int side = smallest; side <= 43; side += 2, ++count)
        sum += valueOf(rung(engine, block, side, key));
    return sum / count;
}

/// The same of ours, whose tiles differ from size to size.
double meanOfOurs(const std::string& engine, const std::string& key) {
    return meanOf(engine, "", key, 3);
}

Source channels(const std::string& device, const std::string& engine, int frames, const std::string& key) {
    return bench("h200-channels", {{"device", device}, {"engine", engine}, {"frames", frames}}, key);
}

Source neighbours(const std::string& file, const std::string& device, int elements, const std::string& key) {
    return {"tests/bench/results/" + file + ".json", "non_local_means", {{"device", device}, {"elements", elements}}, key};
}

Source search(const std::string& memory) {
    return {"tests/bench/results/h200-nlm.json", "non_local_means_ladder", {{"memory", memory}}, "search_ms"};
}

double timesAsLong(const std::string& memory) {
    return valueOf(search(memory)) / valueOf(search("constant"));
}

/// Times of the force's ladder on the H100, milliseconds.
Source force(int side, const std::string& kernel, const std::string& memory, const json& blocks) {
    return {"tests/bench/results/h100-registration.json",
            "registration_ladder",
            {{"side", side}, {"kernel", kernel}, {"memory", memory}, {"blocks", blocks}},
            "ms"};
}

std::vector<Quotation> ofReadme() {
    const std::string page = "README.md";
    return {
        {page,
         filled("| two CPU cores | {} (SciPy: {}) |",
                {to(1, bench("cpu-2-cores",
                             {{"case", "1500x750 R250 float32, 2 threads"}, {"engine", "cpu-fft (fftw float32, 1792 x 1024)"}},
                             "ms_median")),
                 to(0, bench("cpu-2-cores", {{"engine", "scipy.fft padded 1000x1750, 2 workers (SciPy 1.10.1, OpenCV 4.6.0)"}},
                             "ms_median"))})},
        {page,
         filled("| one NVIDIA H200, one frame that lies in its memory | {} (the paper's GPU program on the same chip: {}) |",
                {to(3, kernel("1500x750 R250 u8, 1 frame", oneFrame, "ms_median")),
                 to(0, kernel("1500x750 R250 u8, 1 frame", "Listing 1 of the paper", "ms_median"))})},
        {page,
         filled("| the same, 64 frames at once | {} |", {to(4, kernel("1500x750 R250 u8, 64 frames", manyFrames, "ms_median"))})},
    };
}

std::vector<Quotation> ofFrames() {
    const std::string page = "resources/science/speed.md", pinned = "1500x750 R250 u8, series of 512 from pinned memory",
                      onDevices = "1500x750 R250 u8, frames on the devices",
                      shared = "1500x750 R250 u8, series from pinned memory, 4 GPUs";
    const auto listing = [](const std::string& size, const char* engine, const std::string& frames) {
        return to(0, kernel(size + " u8, " + frames, engine, ofListing));
    };
    const Source four = bench("h200-x4", {{"case", shared}, {"engine", "gpu-fft with both ways, all GPUs at once"}}, "ms_median");
    const Source one = kernel(pinned, "gpu-fft with both ways", "ms_median");
    return {
        {page,
         filled("sums an 8-bit image exactly in {} s on one core; the re-ordered loops of Lu et al. take {} s.",
                {to(2, valueOf(bench("cpu-2-cores",
                                     {{"case", "1500x750 R250 8-bit, 1 thread"}, {"engine", "cpu-simd (AVX-512 VNNI, integers)"}},
                                     "ms_median")) /
                           1000),
                 to(1, valueOf(bench("cpu-2-cores", {{"engine", "paper 4.2, re-ordered loops"}}, "ms_median")) / 1000)})},
        {page, filled("With a largest offset of 16, 64 and 500 px it is {}, {} and {} times as fast as Listing 1.",
                      {listing("1500x750 R16", oneFrame, "1 frame"), listing("1500x750 R64", oneFrame, "1 frame"),
                       listing("1500x750 R500", oneFrame, "1 frame")})},
        {page, filled("It needs a {}th of Listing 1's time for 2048 x 2048 px, and by cuFFT a {}th for 4096 x 4096 px",
                      {listing("2048x2048 R250", oneFrame, "1 frame"),
                       listing("4096x4096 R500", "cuFFT 2-D, best of 16 sizes", "1 frame")})},
        {page, filled("is a {}th, {}th and {}th of Listing 1's frame for these offsets, and a {}th for 2048 x 2048 px.",
                      {listing("1500x750 R16", manyFrames, "64 frames"), listing("1500x750 R64", manyFrames, "64 frames"),
                       listing("1500x750 R500", manyFrames, "64 frames"), listing("2048x2048 R250", manyFrames, "64 frames")})},
        {page, filled("run at {} % of the bus's own rate ({} µs each).",
                      {to(0, kernel(pinned, "gpu-fft with both ways", "percent_of_floor")), to(0, 1000 * valueOf(one))})},
        {page, filled("at {} and {} times the rate of one",
                      {to(2, bench("h200-x4", {{"case", onDevices}, {"engine", "gpu-fft, 2 GPUs"}}, "ratio_to/1 GPU")),
                       to(2, bench("h200-x4", {{"case", onDevices}, {"engine", "gpu-fft, 4 GPUs"}}, "ratio_to/1 GPU"))})},
        {page,
         filled("four do {} times the one of h200.json, which was another host ({} µs a frame, {} % of the rate of plain copies",
                {to(1, valueOf(one) / valueOf(four)), to(0, 1000 * valueOf(four)),
                 to(0, 100 * valueOf(bench("h200-x4", {{"case", shared}, {"engine", "gpu-fft with both ways, all GPUs at once"}},
                                           "ratio_to/plain copies")))})},
        {page,
         filled("{} % of the rate of decoding alone on 16 threads, with the jack-knife {} %; the CPU alone does {} and {} %",
                {to(0, 100 * valueOf(series("default recipe, gpu-fft", "ratio_to/decoding alone"))),
                 to(0, 100 * valueOf(series("default recipe with jack-knife, gpu-fft", "ratio_to/decoding alone"))),
                 to(0, 100 * valueOf(series("default recipe, cpu-fft", "ratio_to/decoding alone"))),
                 to(0, 100 * valueOf(series("default recipe with jack-knife, cpu-fft", "ratio_to/decoding alone")))})},
    };
}

std::vector<Quotation> ofLu() {
    const std::string page = "resources/science/speed.md", columns = "simple C, down columns";
    const auto seconds = [](const std::string& engine, int maxLag) { return valueOf(program(engine, maxLag, "ms")) / 1000; };
    const double times = seconds(columns, 100) / seconds("simple C", 100);
    return {
        {page, filled("which takes the same compiler {} times as long (R = 100: {} s against {} s). Re-ordered they take {} s "
                      "there, and {} s "
                      "without SIMD.",
                      {to(1, times), to(1, seconds(columns, 100)), to(2, seconds("simple C", 100)),
                       to(2, seconds("re-ordered loops", 100)), to(1, seconds("re-ordered loops, no SIMD", 100))})},
        {page,
         filled("{} s at R = 200 where simple C takes {} s",
                {to(0, valueOf({"tests/peers/results/h200-numpy-matrix-form.json", "cases", {{"max_lag", 200}}, "ms"}) / 1000),
                 to(1, seconds("simple C", 200))})},
        {page,
         filled("(here {} times, or {} times the loops down columns; R = 100), 130 times for Listing 1 (R > 250, a GT200 of "
                "2009; here {} times at R = 300), and 25 % slower for two kernels in place of atomics (here {} %, R = 200).",
                {to(1, program("re-ordered loops", 100, "ratio_simple")),
                 to(0, seconds(columns, 100) / seconds("re-ordered loops", 100)),
                 to(0, program("Listing 1, as meant", 300, "ratio_simple")),
                 to(0, 100 * (1 - valueOf(program("two kernels", 200, "ratio_listing1"))))})},
        {"resources/develop/decisions/engines.md",
         filled("which takes the same compiler {} times as long on the H200's host (R = 100", {to(1, times)})},
        {"resources/develop/decisions/engines.md",
         filled("Lu's first kernel takes {} times Listing 1 from a texture (R = 250) and {} times from global memory",
                {to(0, 1 / valueOf(program("their first kernel, from a texture", 250, "ratio_listing1"))),
                 to(1, 1 / valueOf(program("their first kernel, from global memory", 250, "ratio_listing1")))})},
    };
}

std::vector<Quotation> ofChannels() {
    const std::string page = "resources/science/speed.md";
    const std::string decision = "resources/develop/decisions/engines.md", gpu = "NVIDIA H200", tile = "the paper's tile, float4",
                      cufft = "cuFFT 2-D, best of 4 sizes";
    const auto share = [](const std::string& device) { return channels(device, "cpu-simd", 1, "percent_of_peak"); };
    const auto ladder = [](const json& shape, int lagsEach, const std::string& key) {
        return bench("h200-channels-ladder",
                     {{"layout", "side by side"}, {"tile", shape}, {"lags_each", lagsEach}, {"source", "shared memory"}}, key);
    };
    return {
        {decision, filled("the paper's tile takes {} ms, cuFFT {} and `gpu-fft` {} ms, one image each ({} and {} times the tile",
                          {to(1, channels(gpu, tile, 1, "ms")), to(3, channels(gpu, cufft, 1, "ms")),
                           to(3, channels(gpu, "gpu-fft", 1, "ms")), to(0, channels(gpu, cufft, 1, "ratio_tile")),
                           to(0, channels(gpu, "gpu-fft", 1, "ratio_tile"))})},
        {decision,
         filled("an image takes `gpu-fft` {} ms and cuFFT {}; in a batch of its own the tile takes {} ms an image, {} times",
                {to(4, channels(gpu, "gpu-fft", 64, "ms")), to(3, channels(gpu, cufft, 64, "ms")),
                 to(2, channels(gpu, tile, 64, "ms")), to(0, channels(gpu, "gpu-fft", 64, "ratio_tile"))})},
        {decision, filled("which took 10.6 ms on an H200 where this takes {}.", {to(1, channels(gpu, tile, 1, "ms"))})},
        {decision, filled("two lags a thread by half the threads are {} times as fast as the tile",
                          {to(2, ladder("250x1", 2, "ratio_tile"))})},
        {page,
         filled(
             "runs at {} to {} % of the measured peak on 1 to 16 threads ({} ms on 16), and `cpu-fft` takes {} ms on 16.",
             {to(0, share("CPU, 8 threads")), to(0, share("CPU, 16 threads")),
              to(0, channels("CPU, 16 threads", "cpu-simd", 1, "ms")), to(1, channels("CPU, 16 threads", "cpu-fft", 1, "ms"))})},
    };
}

std::vector<Quotation> ofConvolution() {
    const std::string page = "resources/science/speed.md", decision = "resources/develop/decisions/engines.md", block = "16x32",
                      tensor = "gpu-direct, 8-bit image";
    const auto adaptive = [&](int side, const std::string& key) { return rung("adaptive", block, side, key); };
    const std::string fixed = "ratio_fixed_1x4";
    return {
        {page, filled("it is on average {} times as fast as the naive kernel and {} times as fast as the fixed tile, and "
                      "`gpu-fft` {} times as "
                      "fast as cuFFT, in {} to {} ms.",
                      {to(1, meanOfOurs("gpu-direct", "ratio_naive")), to(1, meanOfOurs("gpu-direct", fixed)),
                       to(1, meanOfOurs("gpu-fft", "ratio_fft")), to(2, rung("gpu-fft", "", 3, "ms")),
                       to(2, rung("gpu-fft", "", 43, "ms"))})},
        {page, filled("they do {} % of the float32 peak at 9 x 9 and {} to {} % from 17 x 17 on",
                      {to(0, rung(tensor, "32x4", 9, "percent_of_peak")), to(0, rung(tensor, "32x4", 17, "percent_of_peak")),
                       to(0, rung(tensor, "32x4", 25, "percent_of_peak"))})},
        {page, filled("is here {} times as fast as the naive kernel and {} times as fast as the fixed tile over 7 x 7 to 43 x 43",
                      {to(2, meanOf("adaptive", block, "ratio_naive", 7)), to(2, meanOf("adaptive", block, fixed, 7))})},
        {page, filled("4.73 and 1.34; from 3 x 3 on here {} and {}). It is {} times as fast as cuFFT at 3 x 3",
                      {to(2, meanOf("adaptive", block, "ratio_naive", 3)), to(2, meanOf("adaptive", block, fixed, 3)),
                       to(1, adaptive(3, "ratio_fft"))})},
        {page,
         filled("at small filters, {} and {} times at 3 x 3 and 5 x 5", {to(2, adaptive(3, fixed)), to(2, adaptive(5, fixed))})},
        {page, filled("The fixed tile needs up to {} bytes", {to(0, rung("1x4", "32x32", 43, "shared_bytes"))})},
        {decision,
         filled("is {} times the fixed tile here ({} from 7 x 7 on; the paper: 1.34) and {} times the naive kernel (4.73), {} "
                "times cuFFT at 3 x 3 (10)",
                {to(2, meanOf("adaptive", block, fixed, 3)), to(2, meanOf("adaptive", block, fixed, 7)),
                 to(2, meanOf("adaptive", block, "ratio_naive", 3)), to(1, adaptive(3, "ratio_fft"))})},
        {decision, filled("(43 x 43: {} and {} %)",
                          {to(1, rung("1x4", "32x32", 43, "percent_of_peak")), to(1, adaptive(43, "percent_of_peak"))})},
    };
}

std::vector<Quotation> ofVolumes() {
    const std::string page = "resources/science/speed.md", flows = "resources/develop/decisions/flows.md",
                      surfaces = "resources/develop/decisions/volumes.md", gpu = "NVIDIA H200",
                      pair = "2 x NVIDIA H100 80GB HBM3";
    const std::string made = "products recomputed";
    const auto both = [](const std::string& kernel, const std::string& memory, const json& blocks) {
        return to(3, force(128, kernel, memory, blocks)) + " and " + numberTo(3, valueOf(force(240, kernel, memory, blocks)));
    };
    return {
        {page, filled("takes {} ms (the paper: 276 s;", {to(0, neighbours("h200-nlm", gpu, 175000, "round_ms"))})},
        {page, filled("two H100 take {} ms. 17,500 elements take {} ms (the paper: 4 s), and {} ms on the CPU's 16 threads",
                      {to(0, neighbours("h100-x2-nlm", pair, 175000, "round_ms")),
                       to(2, neighbours("h200-nlm", gpu, 17500, "round_ms")),
                       to(0, neighbours("h200-nlm", "CPU, 16 threads", 17500, "round_ms"))})},
        {surfaces,
         filled(
             "a thread an element: {} ms at 17,500 with patches in constant memory, {} times that in global memory (the paper: "
             "1.2), {} with a larger cache for fewer blocks (2.5), {} as a texture (6).",
             {to(0, search("constant")), to(1, timesAsLong("global, small cache")), to(1, timesAsLong("global, large cache")),
              to(2, timesAsLong("texture"))})},
        {flows, filled("as a texture {}; products made once", {both(made, "texture", 3)})},
    };
}

}  // namespace

std::vector<Quotation> quotations() {
    std::vector<Quotation> all;
    for (const auto& some : {ofReadme(), ofFrames(), ofLu(), ofChannels(), ofConvolution(), ofVolumes()})
        all.insert(all.end(), some.begin(), some.end());
    return all;
}

}  // namespace coarsen::pages
