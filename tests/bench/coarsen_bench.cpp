// SPDX-License-Identifier: GPL-3.0-or-later
// Times the engines side by side on this machine, beside the programs of the papers and the libraries that they are compared
// with.
#include "app/cli/option_checks.hpp"
#include "app/engines/engines.hpp"
#include "core/base/error.hpp"
#include "core/base/version_and_commit.hpp"
#include "core/settings/size_text.hpp"
#include "tests/bench/suites/channels.hpp"
#include "tests/bench/suites/convolution.hpp"
#include "tests/bench/suites/correlation.hpp"
#include "tests/bench/suites/paper.hpp"
#include "tests/bench/suites/volumes.hpp"
#include "tests/support/run_by_hand.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iostream>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace {

using namespace coarsen;
using namespace coarsen::bench;

/// Options of the command line.
struct Words {
    std::string suite = "correlation", type = "f32";
    std::vector<std::string> sizes, engines, filterSizes;
    std::vector<int> maxLags;
    int threads = 0;
    std::optional<double> seconds;
    bool asJson = false, ignoresTuning = false;
};

void runCorrelation(const EngineList& all, const Words& words) {
    if (words.type != "f32" && words.type != "u8")
        throw SettingError("--type", "'" + words.type + "' is unknown", "choose f32 or u8");
    CorrelationBenchOptions bench;
    if (!words.sizes.empty()) bench.sizes.clear();
    for (const std::string& text : words.sizes)
        bench.sizes.push_back(sizeFromText(text, "--size"));
    bench.maxLags = words.maxLags;
    bench.engines = words.engines;
    bench.type = words.type == "u8" ? PixelType::u8 : PixelType::f32;
    bench.threads = words.threads;
    bench.seconds = words.seconds.value_or(bench.seconds);
    bench.asJson = words.asJson;
    benchCorrelation(all, bench);
}

void runConvolution(const ConvolutionEngineList& all, const Words& words) {
    if (!words.maxLags.empty() || !words.engines.empty() || words.type != "f32")
        throw SettingError("--suite", "convolution has no --max-lag, --engine and --type", "leave them out");
    if (words.sizes.size() > 1) throw SettingError("--size", "convolution takes one image", "give one size");
    ConvolutionBenchOptions bench;
    bench.filterSizes = words.filterSizes.empty() ? std::vector<std::string>{"3:43"} : words.filterSizes;
    bench.threads = words.threads;
    bench.seconds = words.seconds.value_or(0.1);
    bench.asJson = words.asJson;
    if (!words.sizes.empty()) std::tie(bench.width, bench.height) = sizeFromText(words.sizes.front(), "--size");
    benchConvolution(all, bench);
}

void runConvolutionLadder(const Words& words) {
    if (!words.maxLags.empty() || !words.engines.empty() || words.type != "f32" || words.threads > 0 || !words.sizes.empty() ||
        words.seconds)
        throw SettingError("--suite", "convolution-ladder has --sizes and --json alone", "leave the others out");
    benchConvolutionLadder(words.filterSizes, words.asJson);
}

/// Side of the one image of a suite with several channels.
int sideOf(const Words& words, const std::string& suite) {
    if (!words.maxLags.empty() || !words.engines.empty() || words.type != "f32" || words.threads > 0)
        throw SettingError("--suite", suite + " has no --max-lag, --engine, --type and --threads", "leave them out");
    if (words.sizes.empty()) return ChannelsBenchOptions{}.side;
    const auto [width, height] = sizeFromText(words.sizes.front(), "--size");
    if (words.sizes.size() > 1 || width != height || width % 2 != 0 || width < 4 || width > 1000)
        throw SettingError("--size", suite + " takes one square image of an even side from 4 to 1000 px", "give such a size");
    return width;
}

void runChannels(const EngineList& all, const Words& words) {
    ChannelsBenchOptions bench;
    bench.side = sideOf(words, "channels");
    bench.seconds = words.seconds.value_or(1);
    bench.asJson = words.asJson;
    benchChannels(all, bench);
}

void runChannelLadder(const Words& words) {
    const int side = sideOf(words, "channels-ladder");
    if (words.seconds) throw SettingError("--suite", "channels-ladder has no --seconds", "leave it out");
    if (side > 614)  // five rows of four channels in the 48 KB that a block may have
        throw SettingError("--size", "channels-ladder takes at most 614 px a side", "give such a size");
    benchChannelLadder(side, words.asJson);
}

void runPaper(const EngineList& all, const Words& words) {
    if (!words.engines.empty() || words.type != "f32" || words.threads > 0)
        throw SettingError("--suite", "paper has no --engine, --type and --threads", "leave them out");
    PaperBenchOptions bench;
    bench.asJson = words.asJson;
    bench.seconds = words.seconds.value_or(bench.seconds);
    if (!words.maxLags.empty()) bench.maxLags = words.maxLags;
    if (!words.sizes.empty()) bench.sizes.clear();
    for (const std::string& text : words.sizes)
        bench.sizes.push_back(sizeFromText(text, "--size"));
    std::ranges::sort(bench.maxLags);
    for (const auto& [width, height] : bench.sizes)
        if (bench.maxLags.front() < 1 || bench.maxLags.back() >= std::min(width, height))
            throw SettingError("--max-lag", "offsets have to be from 1 to below both sides of the image",
                               "change them, or --size");
    benchPaper(all, bench);
}

void runVolumes(const Engines& all, const Words& words) {
    if (!words.maxLags.empty() || !words.engines.empty() || words.type != "f32")
        throw SettingError("--suite", "volumes has no --max-lag, --engine and --type", "leave them out");
    VolumesBenchOptions bench;
    bench.threads = words.threads;
    bench.seconds = words.seconds.value_or(bench.seconds);
    bench.asJson = words.asJson;
    if (!words.sizes.empty()) bench.sizes.clear(), bench.registered.clear(), bench.ladder.clear();
    for (const std::string& text : words.sizes) {
        const VolumeSize size = bench.sizes.emplace_back(volumeSizeFromText(text, "--size"));
        constexpr int fewest = 32, mostOfLadder = 256;  // a flow of 4 voxels needs room, and the judge of a ladder memory
        if (size.height != size.width || size.depth != size.width || size.width < fewest) continue;
        bench.registered.push_back(size.width);
        if (size.width <= mostOfLadder) bench.ladder.push_back(size.width);
    }
    benchVolumes(all, bench);
}

void run(const Words& words) {
    if (!words.suite.starts_with("convolution") && !words.filterSizes.empty())
        throw SettingError("--sizes", "filters are for --suite convolution and convolution-ladder",
                           "leave it out, or choose one of these");
    const Engines all = allEngines();
    if (words.suite == "convolution") {
        const auto tell = [](const std::string& why) { std::cerr << "coarsen-bench: " << why << '\n'; };
        runConvolution((words.ignoresTuning ? all : withTuning(all, tell)).convolution, words);
    } else if (words.suite == "convolution-ladder") {
        runConvolutionLadder(words);
    } else if (words.suite == "channels") {
        runChannels(all.correlation, words);
    } else if (words.suite == "channels-ladder") {
        runChannelLadder(words);
    } else if (words.suite == "paper") {
        runPaper(all.correlation, words);
    } else if (words.suite == "volumes") {
        runVolumes(all, words);
    } else {
        runCorrelation(all.correlation, words);
    }
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app{
        "Times the engines side by side on this machine, beside the programs of the papers and the libraries that they are "
        "compared with; each answer is checked before its time counts.",
        "coarsen-bench"};
    app.set_version_flag("--version", "coarsen-bench " + versionAndCommit());
    Words words;
    app.add_option(
           "--suite", words.suite,
           "What is timed: correlation, channels, channels-ladder, convolution, convolution-ladder, paper or volumes; the "
           "ladders are kernels of papers, which need a GPU")
        ->type_name("NAME")
        ->check(CLI::IsMember(
            {"correlation", "channels", "channels-ladder", "convolution", "convolution-ladder", "paper", "volumes"}))
        ->capture_default_str();
    app.add_option("--size", words.sizes,
                   "Width and height in pixels, repeatable [300x200 and 1500x750; of convolution's one image 1500x750, of "
                   "channels' 500x500, of paper's 750x1500 and 1500x750]; WxHxD of volumes [64, 128 and 256 voxels a side]")
        ->type_name("WxH");
    app.add_option("--sizes", words.filterSizes,
                   "Sizes of filters: 3:43 for 3, 5, ... 43, or 17, or 1x43; repeatable [3:43; of convolution-ladder 7 to 43 "
                   "across times 7 to 43 down]")
        ->type_name("SIZES");
    app.add_option("--max-lag", words.maxLags,
                   "Largest offset R in pixels, repeatable [a third of the shorter side; of paper 1 to 300]")
        ->type_name("N");
    app.add_option("--engine", words.engines, "Only this engine, repeatable [all that can run here]")->type_name("NAME");
    app.add_option("--type", words.type, "Pixels: f32 or u8")->capture_default_str();
    app.add_option("--threads", words.threads, "Threads of an engine [all; of convolution and volumes one, and all]")
        ->type_name("N");
    app.add_option("--seconds", words.seconds, "Least time for each case [1; of convolution 0.1, of paper 0.2]")->type_name("S");
    app.add_flag("--json", words.asJson, "Print JSON");
    app.add_flag("--no-tune", words.ignoresTuning,
                 "Choose engines by their stated costs, not by those of coarsen-cli engines --tune");
    cli::refuseNoNumbers(app);
    return test::runByHand(app, argc, argv, [&words] {
        run(words);
        return 0;
    });
}
