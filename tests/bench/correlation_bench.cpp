// SPDX-License-Identifier: GPL-3.0-or-later
// Times the engines and the paper's loops side by side in one run. Usage: correlation_bench [--json FILE] [WIDTH HEIGHT MAXLAG]
#include "core/base/files.hpp"
#include "core/correlate/engines.hpp"
#include "gpu/engines.hpp"
#include "tests/bench/bench_report.hpp"
#include "tests/bench/paper_loops.hpp"

#include <cstdio>
#include <cstdlib>
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

}  // namespace

int main(int argc, char** argv) {
    std::string json;
    std::vector<int> numbers;
    for (int i = 1; i < argc; ++i) {
        if (std::string(argv[i]) == "--json" && i + 1 < argc)
            json = argv[++i];
        else
            numbers.push_back(std::atoi(argv[i]));
    }
    const int width = numbers.size() == 3 ? numbers[0] : 1500, height = numbers.size() == 3 ? numbers[1] : 750;
    const int maxLag = numbers.size() == 3 ? numbers[2] : 250;
    const Image image = noise(width, height);

    std::vector<bench::Timing> timings;
    timings.push_back(bench::timed(
        std::to_string(width) + "x" + std::to_string(height) + " R" + std::to_string(maxLag) + " 8-bit, 1 thread",
        "paper 4.2, re-ordered loops", [&] { bench::reorderedLoops(image.plane<std::uint8_t>(), width, height, maxLag); }, 0, 1));
    const double paperMs = timings.front().medianMs;
    print(timings.front());

    EngineList engines = cpuEngines();
    for (const auto& engine : gpu::engines())
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
}
