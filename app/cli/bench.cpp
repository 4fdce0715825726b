// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench_timing.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/size_text.hpp"
#include "app/cli/utc_time.hpp"
#include "core/base/commit.hpp"
#include "core/base/version.hpp"
#include "core/correlate/engines.hpp"
#include "gpu/bench/benchmark.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <memory>

namespace coarsen::cli {

namespace {

constexpr double slowProducts = 4e9;  // some seconds of the plain loop

struct BenchOptions {
    std::vector<std::string> sizes{"300x200", "1500x750"}, engines;
    std::vector<int> maxLags;
    std::string type = "f32";
    int threads = 0;
    double seconds = 1;
    bool asJson = false;
};

std::vector<PlanShape> shapesOf(const BenchOptions& options) {
    if (options.type != "f32" && options.type != "u8")
        throw SettingError("--type", "'" + options.type + "' is unknown", "choose f32 or u8");
    std::vector<PlanShape> shapes;
    for (const std::string& text : options.sizes) {
        PlanShape shape;
        std::tie(shape.width, shape.height) = sizeFromText(text, "--size");
        shape.type = options.type == "u8" ? PixelType::u8 : PixelType::f32;
        shape.threads = options.threads;
        const int shorter = std::min(shape.width, shape.height);
        for (const int maxLag : options.maxLags.empty() ? std::vector{shorter / 3} : options.maxLags) {
            if (maxLag < 1 || maxLag >= shorter)
                throw SettingError("--max-lag", std::to_string(maxLag) + " does not suit " + text,
                                   "write a number from 1 to " + std::to_string(shorter - 1));
            shape.maxLag = maxLag;
            shapes.push_back(shape);
        }
    }
    return shapes;
}

EngineList enginesOf(const EngineList& all, const BenchOptions& options) {
    EngineList list;
    if (options.engines.empty()) {
        std::ranges::copy_if(all, std::back_inserter(list),
                             [](const auto& engine) { return engine->description().unavailable.empty(); });
    } else {
        for (const std::string& name : options.engines)
            list.push_back(choose(all, name, PlanShape{.width = 64, .height = 64, .maxLag = 16}).engine);
    }
    return list;
}

std::string machine() {
    const std::string gpu = gpu::gpuName();
    return machineName() + (gpu.empty() ? "" : ", " + gpu);
}

double percentOfFloor(const EngineTiming& timing) {
    return 100 * timing.floorMs / timing.msMedian;
}

void printTable(const std::vector<EngineTiming>& timings) {
    std::cout << machine() << "\n\n";
    std::string name;
    for (const EngineTiming& timing : timings) {
        if (timing.name != name) std::cout << (name.empty() ? "" : "\n") << timing.name << '\n';
        name = timing.name;
        std::cout << "  " << std::left << std::setw(44) << timing.engine << std::right << std::fixed << std::setprecision(4)
                  << std::setw(11) << timing.msMedian << " ms median" << std::setw(11) << timing.msMin << " ms best";
        if (timing.floorMs > 0)
            std::cout << std::setprecision(0) << std::setw(5) << percentOfFloor(timing) << " % of the floor (" << timing.floor
                      << ")";
        std::cout << std::setprecision(1);
        for (const auto& [other, ratio] : timing.ratioTo)
            std::cout << "  " << ratio << "x " << other;
        std::cout << '\n';
    }
}

void printJson(const std::vector<EngineTiming>& timings) {
    nlohmann::ordered_json cases = nlohmann::ordered_json::array();
    for (const EngineTiming& timing : timings)
        cases.push_back({{"case", timing.name},
                         {"engine", timing.engine},
                         {"ms_median", timing.msMedian},
                         {"ms_min", timing.msMin},
                         {"ratio_to", timing.ratioTo},
                         {"percent_of_floor", timing.floorMs > 0 ? nlohmann::ordered_json(percentOfFloor(timing)) : nullptr},
                         {"floor", timing.floor}});
    const nlohmann::ordered_json json{{"machine", machine()}, {"date", utcNow()},       {"version", version},
                                      {"commit", commit},     {"dirty", isCommitDirty}, {"cases", std::move(cases)}};
    std::cout << json.dump(2) << '\n';
}

/// Our GPU kernels beside the paper's and cuFFT; nothing where there is no GPU.
void addGpuKernels(std::vector<EngineTiming>& timings) {
    gpu::benchmark([&](const gpu::GpuTiming& timing) {
        timings.push_back(
            {timing.name, timing.engine, timing.medianMs, timing.minMs, timing.ratioTo, timing.floorMs, timing.floor});
    });
}

int run(const EngineList& all, const BenchOptions& options) {
    const EngineList engines = enginesOf(all, options);
    std::vector<EngineTiming> timings;
    for (const PlanShape& shape : shapesOf(options)) {
        for (const auto& engine : engines) {
            const bool isJudge = engine->description().name == "cpu-direct";
            if (isJudge && options.engines.empty() && productCount(shape) > slowProducts) {
                std::cerr << "coarsen-cli: cpu-direct is left out at " << shape.width << "x" << shape.height
                          << ", it would take minutes; ask for it with --engine cpu-direct\n";
                continue;
            }
            timings.push_back(timedEngine(*engine, shape, options.seconds));
        }
    }
    compareEngines(timings);
    if (options.engines.empty()) addGpuKernels(timings);
    options.asJson ? printJson(timings) : printTable(timings);
    return allMeasured;
}

}  // namespace

void addBench(CLI::App& app, const Engines& all, Command& chosen) {
    CLI::App* sub = app.add_subcommand("bench", "Time the engines side by side on this machine");
    auto options = std::make_shared<BenchOptions>();
    sub->add_option("--size", options->sizes, "Width and height in pixels, repeatable")->type_name("WxH")->capture_default_str();
    sub->add_option("--max-lag", options->maxLags, "Largest offset R in pixels, repeatable [a third of the shorter side]")
        ->type_name("N");
    sub->add_option("--engine", options->engines, "Only this engine, repeatable [all that can run here]")->type_name("NAME");
    sub->add_option("--type", options->type, "Pixels: f32 or u8")->capture_default_str();
    sub->add_option("--threads", options->threads, "Threads of an engine [all]")->type_name("N");
    sub->add_option("--seconds", options->seconds, "Least time for each case")->type_name("S")->capture_default_str();
    sub->add_flag("--json", options->asJson, "Print JSON");
    sub->callback(
        [&engines = all.correlation, &chosen, options] { chosen = [&engines, options] { return run(engines, *options); }; });
}

}  // namespace coarsen::cli
