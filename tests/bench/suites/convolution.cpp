// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/suites/convolution.hpp"

#include "core/base/error.hpp"
#include "core/base/parallel.hpp"
#include "tests/bench/suites/convolution_timing.hpp"
#include "tests/bench/suites/rows.hpp"

#include <limits>

namespace coarsen::bench {

namespace {

/// Sides of the ladder's filters, across and down: odd and even, from the paper's smallest to its largest, and 33, at which
/// blocks of 16 x 16 meet no bank twice.
constexpr int sidesOfLadder[] = {7, 12, 17, 22, 27, 32, 33, 37, 41, 43};
constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

/// How many times faster than the one that plays that part for the same device, image and filter.
double ratioTo(ConvolutionBaseline part, const ConvolutionTiming& timing, const std::vector<ConvolutionTiming>& all) {
    for (const ConvolutionTiming& other : all)
        if (other.baseline == part && other.device == timing.device && other.width == timing.width &&
            other.height == timing.height && other.filter == timing.filter && other.isSeparable == timing.isSeparable)
            return other.ms / timing.ms;
    return nothing;
}

/// A row by its columns, in their order.
Json rowOf(const ConvolutionTiming& timing, const std::vector<ConvolutionTiming>& all) {
    const auto part = [&](ConvolutionBaseline which) { return known(ratioTo(which, timing, all)); };
    return {{"fw", timing.filter.width},
            {"fh", timing.filter.height},
            {"engine", timing.engine},
            {"tiles", timing.tiles},
            {"block", timing.block},
            {"shared_bytes", timing.sharedBytes < 0 ? Json() : Json(timing.sharedBytes)},
            {"ms", known(timing.ms)},
            {"gflops", known(timing.gflops())},
            {"percent_of_peak", known(timing.peakGflops > 0 ? 100 * timing.gflops() / timing.peakGflops : nothing)},
            {"ratio_naive", part(ConvolutionBaseline::naive)},
            {"ratio_fixed_1x4", part(ConvolutionBaseline::fixed1x4)},
            {"ratio_fft", part(ConvolutionBaseline::fft)},
            {"max_error", known(timing.maxError)},
            {"ratio_library", part(ConvolutionBaseline::library)},
            {"device", timing.device},
            {"width", timing.width},
            {"height", timing.height},
            {"rank_1", timing.isSeparable ? 1 : 0},
            {"auto", timing.isAuto ? 1 : 0}};
}

Json peaksOf(const std::vector<ConvolutionTiming>& timings) {
    Json peaks = Json::object();
    for (const ConvolutionTiming& timing : timings)
        peaks[timing.device] = known(timing.peakGflops);
    return peaks;
}

}  // namespace

void benchConvolution(const ConvolutionEngineList& engines, const ConvolutionBenchOptions& options) {
    ConvolutionCases cases{.width = options.width,
                           .height = options.height,
                           .sizes = filterSizesFrom(options.filterSizes, "--sizes"),
                           .threads = {},
                           .seconds = options.seconds};
    cases.threads = options.threads > 0 ? std::vector{options.threads} : std::vector{1, threadCount()};
    if (cases.threads.front() == cases.threads.back()) cases.threads.resize(1);

    std::vector<ConvolutionTiming> timings;
    const auto keep = [&](const ConvolutionTiming& timing) { timings.push_back(timing); };
    timeConvolutions(engines, cases, keep);
    gpu::benchmarkConvolution(cases.sizes, keep);

    Json rows = Json::array();
    for (const ConvolutionTiming& timing : timings)
        rows.push_back(rowOf(timing, timings));
    printRows("convolution", peaksOf(timings), rows, options.asJson);
}

void benchConvolutionLadder(const std::vector<std::string>& filterSizes, bool asJson) {
    std::vector<FilterSize> sizes = filterSizesFrom(filterSizes, "--sizes");
    if (sizes.empty())
        for (const int height : sidesOfLadder)
            for (const int width : sidesOfLadder)
                sizes.push_back({width, height});
    for (const FilterSize& size : sizes)
        if (size.width * size.height > mostTapsOfLadder)
            throw SettingError("--sizes", "the ladder's filters have at most 43 x 43 taps", "leave larger ones out");
    std::vector<ConvolutionTiming> timings;
    gpu::benchmarkConvolutionLadder(sizes, [&](const ConvolutionTiming& timing) { timings.push_back(timing); });
    if (timings.empty())
        throw EngineError("GPU", "there is none here for the paper's kernels", "run this suite where there is one");
    Json rows = Json::array();
    for (const ConvolutionTiming& timing : timings) {
        rows.push_back(rowOf(timing, timings));
        rows.back()["n_of_48_kb"] = timing.tilesOf48KB;
    }
    printRows("convolution-ladder", peaksOf(timings), rows, asJson);
}

}  // namespace coarsen::bench
