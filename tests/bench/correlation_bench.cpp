// SPDX-License-Identifier: GPL-3.0-or-later
// Times the engines and the paper's loops side by side in one run.
#include "core/base/files.hpp"
#include "core/correlate/engines.hpp"
#include "gpu/engines.hpp"
#include "tests/bench/bench_report.hpp"
#include "tests/bench/suites/paper_loops.hpp"
#include "tests/support/run_by_hand.hpp"

#include <algorithm>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace coarsen;

Image noise(int width, int height) {
    std::mt19937 random(1);
    std::vector<std::uint8_t> pixels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    for (auto& pixel : pixels)
        pixel = static_cast<std::uint8_t>(random() >> 24);
    return {width, height, std::move(pixels)};
}

bench::Timing timedEngine(const CorrelationEngine& engine, const Image& image, int maxLag, int threads) {
    PlanShape shape{.width = image.width(), .height = image.height(), .maxLag = maxLag, .type = image.type(), .threads = threads};
    const auto plan = engine.plan(shape);
    const std::vector<PlanePair> batch{{.a = {image, {}, {127.5}}, .b = {}}};
    const std::string name = std::to_string(image.width()) + "x" + std::to_string(image.height()) + " R" +
                             std::to_string(maxLag) + (image.holdsWholeNumbers() ? " 8-bit, " : " float32, ") +
                             std::to_string(threads) + (threads == 1 ? " thread" : " threads");
    return bench::timed(name, engine.description().name + " (" + plan->variant() + ")", [&] { plan->run(batch); });
}

void print(const bench::Timing& timing) {
    std::printf("%-40s %-52s %9.2f ms (least %.2f)", timing.name.c_str(), timing.engine.c_str(), timing.medianMs, timing.minMs);
    for (const auto& [name, ratio] : timing.ratioTo)
        std::printf("  %.1fx %s", ratio, name.c_str());
    std::printf("\n");
}

struct Wanted {
    int width = 1500, height = 750, maxLag = 250;
    std::string json;  ///< empty: no file
};

int time(const Wanted& wanted) {
    const auto [width, height, maxLag, json] = wanted;
    if (maxLag >= std::min(width, height))
        throw SettingError("MAXLAG", std::to_string(maxLag) + " is not below the image's shorter side",
                           "write a number from 1 to " + std::to_string(std::min(width, height) - 1));
    const Image image = noise(width, height);

    std::vector<bench::Timing> timings;
    timings.push_back(bench::timed(
        std::to_string(width) + "x" + std::to_string(height) + " R" + std::to_string(maxLag) + " 8-bit, 1 thread",
        "paper 4.2, re-ordered loops", [&] { bench::reorderedLoops(image.plane<std::uint8_t>(), width, height, maxLag); }, 0, 1));
    const double paperMs = timings.front().medianMs;
    print(timings.front());

    EngineList engines = cpuEngines();
    for (const auto& engine : gpu::engines().correlation)
        engines.push_back(engine);
    for (const auto& engine : engines) {
        if (engine->description().name == "cpu-direct" || !engine->description().unavailable.empty())
            continue;  // the judge takes minutes
        for (const Image& input : {image, image.asFloat()}) {
            for (const int threads : {1, 2}) {
                timings.push_back(timedEngine(*engine, input, maxLag, threads));
                timings.back().ratioTo["paper 4.2"] = paperMs / timings.back().medianMs;
                print(timings.back());
            }
        }
    }
    if (!json.empty()) writeWhole(json, bench::reportJson(timings));
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    Wanted wanted;
    CLI::App app{
        "Times the correlation C2D of one image of noise: wall time in ms, median and least, of each engine that can run "
        "here (on 1 and 2 threads, 8-bit and float32) and of the paper's re-ordered loops.",
        "correlation_bench"};
    app.add_option("WIDTH", wanted.width, "Width of the image in pixels")->check(test::countFrom(2))->capture_default_str();
    app.add_option("HEIGHT", wanted.height, "Height of the image in pixels")->check(test::countFrom(2))->capture_default_str();
    app.add_option("MAXLAG", wanted.maxLag, "Largest offset R in pixels")->check(test::countFrom(1))->capture_default_str();
    app.add_option("--json", wanted.json, "Write the timings to this file, too")->type_name("FILE");
    return test::runByHand(app, argc, argv, [&] { return time(wanted); });
}
