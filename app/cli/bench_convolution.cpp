// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench_convolution.hpp"

#include "app/cli/commands.hpp"
#include "app/cli/convolution_timing.hpp"
#include "app/cli/utc_time.hpp"
#include "core/base/commit.hpp"
#include "core/base/machine.hpp"
#include "core/base/numbers.hpp"
#include "core/base/parallel.hpp"
#include "core/base/version.hpp"
#include "gpu/bench/benchmark.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <iostream>
#include <limits>

namespace coarsen::cli {

namespace {

using Json = nlohmann::ordered_json;
constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

/// How many times faster than the one that plays that part for the same device, image and filter.
double ratioTo(ConvolutionBaseline part, const ConvolutionTiming& timing, const std::vector<ConvolutionTiming>& all) {
    for (const ConvolutionTiming& other : all)
        if (other.baseline == part && other.device == timing.device && other.width == timing.width &&
            other.height == timing.height && other.filter == timing.filter && other.isSeparable == timing.isSeparable)
            return other.ms / timing.ms;
    return nothing;
}

/// To four digits: more is noise.
Json known(double number) {
    if (!std::isfinite(number)) return {};
    if (number == 0) return 0;
    const double unit = std::pow(10, std::floor(std::log10(std::abs(number))) - 3);
    return unit < 1 ? std::round(number / unit) / std::round(1 / unit) : std::round(number / unit) * unit;
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

std::string fieldOf(const Json& value) {
    if (value.is_null()) return "";
    if (value.is_number_float()) return shortest(value.get<double>());
    if (!value.is_string()) return value.dump();
    const auto text = value.get<std::string>();
    return text.find(',') == std::string::npos ? text : '"' + text + '"';
}

void printCsv(const Json& rows, const std::string& machine) {
    std::cout << "# " << machine << "; version " << version << ", commit " << commit << (isCommitDirty ? " with changes" : "")
              << '\n';
    std::string names;
    for (const auto& [name, value] : rows.front().items())
        names += (names.empty() ? "" : ",") + name;
    std::cout << names << '\n';
    for (const Json& row : rows) {
        std::string fields;
        for (const auto& [name, value] : row.items())
            fields += fieldOf(value) + ',';
        fields.back() = '\n';
        std::cout << fields;
    }
}

/// A line for each row.
void printConvolutionJson(const Json& about, const Json& rows) {
    std::string text = about.dump();
    text.back() = ',';
    text += "\n\"cases\":[";
    for (const Json& row : rows)
        text += (text.back() == '[' ? "\n" : ",\n") + row.dump();
    std::cout << text << "]}\n";
}

}  // namespace

int benchConvolution(const ConvolutionEngineList& engines, const ConvolutionBenchOptions& options) {
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
    const std::string gpu = gpu::gpuName(), machine = machineName() + (gpu.empty() ? "" : ", " + gpu);
    if (!options.asJson) {
        printCsv(rows, machine);
        return allMeasured;
    }
    Json peaks = Json::object();
    for (const ConvolutionTiming& timing : timings)
        peaks[timing.device] = known(timing.peakGflops);
    printConvolutionJson({{"machine", machine},
                          {"date", utcNow()},
                          {"version", version},
                          {"commit", commit},
                          {"dirty", isCommitDirty},
                          {"suite", "convolution"},
                          {"peak_gflops", peaks}},
                         rows);
    return allMeasured;
}

}  // namespace coarsen::cli
