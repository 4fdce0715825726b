// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/suites/correlation.hpp"

#include "core/base/commit.hpp"
#include "core/base/error.hpp"
#include "core/base/machine.hpp"
#include "core/base/utc_time.hpp"
#include "core/base/version.hpp"
#include "core/correlate/engines.hpp"
#include "tests/bench/gpu/benchmark.hpp"
#include "tests/bench/suites/engine_timing.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace coarsen::bench {

namespace {

constexpr double slowProducts = 4e9;  // some seconds of the plain loop
constexpr double slowCost = 1000;     // transforms of the same image

std::vector<PlanShape> shapesOf(const CorrelationBenchOptions& options) {
    std::vector<PlanShape> shapes;
    for (const auto& [width, height] : options.sizes) {
        PlanShape shape;
        shape.width = width;
        shape.height = height;
        shape.type = options.type;
        shape.threads = options.threads;
        const int shorter = std::min(shape.width, shape.height);
        for (const int maxLag : options.maxLags.empty() ? std::vector{shorter / 3} : options.maxLags) {
            if (maxLag < 1 || maxLag >= shorter)
                throw SettingError(
                    "--max-lag",
                    std::to_string(maxLag) + " does not suit " + std::to_string(width) + "x" + std::to_string(height),
                    "write a number from 1 to " + std::to_string(shorter - 1));
            shape.maxLag = maxLag;
            shapes.push_back(shape);
        }
    }
    return shapes;
}

EngineList enginesOf(const EngineList& all, const CorrelationBenchOptions& options) {
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

}  // namespace

void benchCorrelation(const EngineList& all, const CorrelationBenchOptions& options) {
    const EngineList engines = enginesOf(all, options);
    std::vector<EngineTiming> timings;
    for (const PlanShape& shape : shapesOf(options)) {
        for (const auto& engine : engines) {
            const EngineDescription& about = engine->description();
            const bool isSlow = about.cost && about.cost(shape) > slowCost;
            if (isSlow && options.engines.empty() && productCount(shape) > slowProducts) {
                std::cerr << "coarsen-bench: " << about.name << " is left out at " << shape.width << "x" << shape.height
                          << ", it would take minutes; ask for it with --engine " << about.name << "\n";
                continue;
            }
            timings.push_back(timedEngine(*engine, shape, options.seconds));
        }
    }
    compareEngines(timings);
    if (options.engines.empty()) addGpuKernels(timings);
    options.asJson ? printJson(timings) : printTable(timings);
}

}  // namespace coarsen::bench
