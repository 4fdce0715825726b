// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench_channels.hpp"
#include "app/cli/bench_convolution.hpp"
#include "app/cli/bench_paper.hpp"
#include "app/cli/bench_timing.hpp"
#include "app/cli/bench_volumes.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/size_text.hpp"
#include "app/cli/tuning.hpp"
#include "core/base/commit.hpp"
#include "core/base/machine.hpp"
#include "core/base/utc_time.hpp"
#include "core/base/version.hpp"
#include "core/correlate/engines.hpp"
#include "gpu/bench/benchmark.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <memory>
#include <optional>
#include <tuple>

namespace coarsen::cli {

namespace {

constexpr double slowProducts = 4e9;  // some seconds of the plain loop
constexpr double slowCost = 1000;     // transforms of the same image

struct BenchOptions {
    std::vector<std::string> sizes{"300x200", "1500x750"}, engines;
    std::vector<int> maxLags;
    std::string suite = "correlation", type = "f32";
    std::vector<std::string> filterSizes;
    int threads = 0;
    std::optional<double> seconds;
    bool asJson = false, ignoresTuning = false;
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
            const EngineDescription& about = engine->description();
            const bool isSlow = about.cost && about.cost(shape) > slowCost;
            if (isSlow && options.engines.empty() && productCount(shape) > slowProducts) {
                std::cerr << "coarsen-cli: " << about.name << " is left out at " << shape.width << "x" << shape.height
                          << ", it would take minutes; ask for it with --engine " << about.name << "\n";
                continue;
            }
            timings.push_back(timedEngine(*engine, shape, options.seconds.value_or(1)));
        }
    }
    compareEngines(timings);
    if (options.engines.empty()) addGpuKernels(timings);
    options.asJson ? printJson(timings) : printTable(timings);
    return allMeasured;
}

int runConvolution(const ConvolutionEngineList& all, const BenchOptions& options, bool hasSize) {
    if (!options.maxLags.empty() || !options.engines.empty() || options.type != "f32")
        throw SettingError("--suite", "convolution has no --max-lag, --engine and --type", "leave them out");
    if (hasSize && options.sizes.size() > 1) throw SettingError("--size", "convolution takes one image", "give one size");
    ConvolutionBenchOptions bench;
    bench.filterSizes = options.filterSizes.empty() ? std::vector<std::string>{"3:43"} : options.filterSizes;
    bench.threads = options.threads;
    bench.seconds = options.seconds.value_or(0.1);
    bench.asJson = options.asJson;
    if (hasSize) std::tie(bench.width, bench.height) = sizeFromText(options.sizes.front(), "--size");
    return benchConvolution(all, bench);
}

int runChannels(const EngineList& all, const BenchOptions& options, bool hasSize) {
    if (!options.maxLags.empty() || !options.engines.empty() || options.type != "f32" || options.threads > 0)
        throw SettingError("--suite", "channels has no --max-lag, --engine, --type and --threads", "leave them out");
    ChannelsBenchOptions bench;
    bench.seconds = options.seconds.value_or(1);
    bench.asJson = options.asJson;
    if (hasSize) {
        const auto [width, height] = sizeFromText(options.sizes.front(), "--size");
        if (options.sizes.size() > 1 || width != height || width % 2 != 0 || width < 4 || width > 1000)
            throw SettingError("--size", "channels takes one square image of an even side from 4 to 1000 px", "give such a size");
        bench.side = width;
    }
    return benchChannels(all, bench);
}

int runPaper(const EngineList& all, const BenchOptions& options, bool hasSize) {
    if (!options.engines.empty() || options.type != "f32" || options.threads > 0)
        throw SettingError("--suite", "paper has no --engine, --type and --threads", "leave them out");
    PaperBenchOptions bench;
    bench.asJson = options.asJson;
    bench.seconds = options.seconds.value_or(bench.seconds);
    if (!options.maxLags.empty()) bench.maxLags = options.maxLags;
    if (hasSize) bench.sizes.clear();
    for (const std::string& text : hasSize ? options.sizes : std::vector<std::string>())
        bench.sizes.push_back(sizeFromText(text, "--size"));
    std::ranges::sort(bench.maxLags);
    for (const auto& [width, height] : bench.sizes)
        if (bench.maxLags.front() < 1 || bench.maxLags.back() >= std::min(width, height))
            throw SettingError("--max-lag", "offsets have to be from 1 to below both sides of the image",
                               "change them, or --size");
    return benchPaper(all, bench);
}

int runVolumes(const Engines& all, const BenchOptions& options, bool hasSize) {
    if (!options.maxLags.empty() || !options.engines.empty() || options.type != "f32")
        throw SettingError("--suite", "volumes has no --max-lag, --engine and --type", "leave them out");
    VolumesBenchOptions bench;
    bench.threads = options.threads;
    bench.seconds = options.seconds.value_or(bench.seconds);
    bench.asJson = options.asJson;
    if (hasSize) bench.sizes.clear(), bench.registered.clear(), bench.ladder.clear();
    for (const std::string& text : hasSize ? options.sizes : std::vector<std::string>()) {
        const VolumeSize size = bench.sizes.emplace_back(volumeSizeFromText(text, "--size"));
        constexpr int fewest = 32, mostOfLadder = 256;  // a flow of 4 voxels needs room, and the judge of a ladder memory
        if (size.height != size.width || size.depth != size.width || size.width < fewest) continue;
        bench.registered.push_back(size.width);
        if (size.width <= mostOfLadder) bench.ladder.push_back(size.width);
    }
    return benchVolumes(all, bench);
}

}  // namespace

void addBench(CLI::App& app, const Engines& all, Command& chosen) {
    CLI::App* sub = app.add_subcommand("bench", "Time the engines side by side on this machine");
    auto options = std::make_shared<BenchOptions>();
    sub->add_option("--suite", options->suite, "What is timed: correlation, channels, convolution, paper or volumes")
        ->type_name("NAME")
        ->check(CLI::IsMember({"correlation", "channels", "convolution", "paper", "volumes"}))
        ->capture_default_str();
    const CLI::Option* size =
        sub->add_option("--size", options->sizes,
                        "Width and height in pixels, repeatable; of convolution's one image [1500x750], of "
                        "channels' [500x500], of paper's [750x1500 and 1500x750]; WxHxD of volumes [64, 128 "
                        "and 256 voxels a side]")
            ->type_name("WxH")
            ->capture_default_str();
    sub->add_option("--sizes", options->filterSizes, "Sizes of filters: 3:43 for 3, 5, ... 43, or 17, or 1x43; repeatable [3:43]")
        ->type_name("SIZES");
    sub->add_option("--max-lag", options->maxLags,
                    "Largest offset R in pixels, repeatable [a third of the shorter side; of paper 1 to 300]")
        ->type_name("N");
    sub->add_option("--engine", options->engines, "Only this engine, repeatable [all that can run here]")->type_name("NAME");
    sub->add_option("--type", options->type, "Pixels: f32 or u8")->capture_default_str();
    sub->add_option("--threads", options->threads, "Threads of an engine [all; of convolution and volumes one, and all]")
        ->type_name("N");
    sub->add_option("--seconds", options->seconds, "Least time for each case [1; of convolution 0.1, of paper 0.2]")
        ->type_name("S");
    sub->add_flag("--json", options->asJson, "Print JSON");
    addNoTune(*sub, options->ignoresTuning);
    sub->callback([&all, &chosen, options, size] {
        chosen = [&all, options, hasSize = size->count() > 0] {
            if (options->suite == "convolution")
                return runConvolution(withTuning(all, options->ignoresTuning).convolution, *options, hasSize);
            if (options->suite == "channels" && options->filterSizes.empty())
                return runChannels(all.correlation, *options, hasSize);
            if (options->suite == "paper" && options->filterSizes.empty()) return runPaper(all.correlation, *options, hasSize);
            if (options->suite == "volumes" && options->filterSizes.empty()) return runVolumes(all, *options, hasSize);
            if (!options->filterSizes.empty())
                throw SettingError("--sizes", "filters are for --suite convolution", "leave it out, or choose that suite");
            return run(all.correlation, *options);
        };
    });
}

}  // namespace coarsen::cli
