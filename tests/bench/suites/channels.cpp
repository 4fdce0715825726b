// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/suites/channels.hpp"

#include "core/base/error.hpp"
#include "core/base/parallel.hpp"
#include "tests/bench/gpu/channel_ladder_bench.hpp"
#include "tests/bench/gpu/channels_bench.hpp"
#include "tests/bench/suites/channel_loops.hpp"
#include "tests/bench/suites/cpu_clock.hpp"
#include "tests/bench/suites/rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <random>
#include <span>
#include <utility>

namespace coarsen::bench {

namespace {

constexpr char tileName[] = "the paper's tile, float4", plainName[] = "the paper's loops";
constexpr double meanOfBytes = 127.5;

PlanShape shapeOf(const ChannelsProblem& problem, PixelType type, int threads) {
    return {.width = problem.side,
            .height = problem.side,
            .channels = ChannelsProblem::channels,
            .maxLag = problem.maxLag(),
            .type = type,
            .threads = threads};
}

LagSums solved(CorrelationPlan& plan, const Image& image, double mean) {
    Plane plane;
    plane.image = image;
    plane.means.assign(ChannelsProblem::channels, mean);
    const PlanePair pair{plane, {}};
    return plan.run(std::span(&pair, 1)).front();
}

/// Random bytes about their mean; whole numbers are summed exactly.
ChannelsProblem problemOf(int side) {
    ChannelsProblem problem;
    problem.side = side;
    std::mt19937 random(20100419);
    std::vector<std::uint8_t> bytes(problem.planeSize() * ChannelsProblem::channels);
    for (std::uint8_t& byte : bytes) {
        byte = static_cast<std::uint8_t>(random() >> 24);
        problem.planes.push_back(static_cast<float>(byte - meanOfBytes));
    }
    const auto judge = cpuSimdEngine()->plan(shapeOf(problem, PixelType::u8, 0));
    problem.judged = solved(*judge, Image(side, side, std::move(bytes), ChannelsProblem::channels), meanOfBytes);
    return problem;
}

std::string cpu(int threads) {
    return "CPU, " + std::to_string(threads) + (threads == 1 ? " thread" : " threads");
}

/// The CPU's rows.
class ChannelsOnCpu {
public:
    ChannelsOnCpu(const ChannelsProblem& problem, double seconds, const std::function<void(const ChannelsTiming&)>& done)
        : problem_(problem),
          seconds_(seconds),
          done_(done),
          image_(problem.side, problem.side, problem.planes, ChannelsProblem::channels),
          pixels_(problem.pixels()) {}

    void time(const EngineList& engines, int threads) {
        timed_.clear();
        timing_ = {};
        timing_.device = cpu(threads);
        const double peak = peakGflopsOfCpu(threads);
        if (threads == 1) loops(plainName, [&] { return plainLoops(pixels_, problem_.side); });
        loops("the paper's vectors", [&] { return vectorLoops(pixels_, problem_.side, threads); });
        for (const auto& engine : engines)
            if (engine->description().name == "cpu-simd" || engine->description().name == "cpu-fft") time(*engine, threads);
        // A shared machine has slow moments: the better of two.
        const double best = std::max(peak, peakGflopsOfCpu(threads));
        for (ChannelsTiming& timing : timed_) {
            timing.peakGflops = best;
            done_(timing);
        }
    }

private:
    /// These take seconds: once.
    template <typename Loops>
    void loops(const char* name, Loops run) {
        const auto start = Clock::now();
        const std::vector<float> answer = run();
        timing_.ms = 1e3 * secondsSince(start);
        timing_.products = problem_.productsOfQuadrant();
        report(name, problem_.errorOfQuadrant(answer.data()), plainSumsTolerance);
    }

    void time(const CorrelationEngine& engine, int threads) {
        const auto plan = engine.plan(shapeOf(problem_, PixelType::f32, threads));
        const LagSums answer = solved(*plan, image_, 0);
        const std::vector<float> values(answer.values.begin(), answer.values.end());
        timing_.ms = medianMs(seconds_, [&] { solved(*plan, image_, 0); });
        timing_.products = problem_.productsOfHalfPlane();
        report(engine.description().name, problem_.errorOfHalfPlane(values.data()), channelsTolerance);
    }

    void report(const std::string& name, double error, double tolerance) {
        if (!(error <= tolerance))
            throw EngineError(name, "its answer is wrong by " + std::to_string(error) + " of N(0, 0)", "tell the authors");
        timing_.engine = name;
        timing_.maxError = error;
        timed_.push_back(timing_);
    }

    const ChannelsProblem& problem_;
    double seconds_;
    const std::function<void(const ChannelsTiming&)>& done_;
    Image image_;
    std::vector<float> pixels_;
    ChannelsTiming timing_;
    std::vector<ChannelsTiming> timed_;  ///< with this number of threads
};

/// How many times faster than that engine with as many images at once, where it has them.
double ratioTo(const std::string& engine, const std::string& device, const ChannelsTiming& timing,
               const std::vector<ChannelsTiming>& all) {
    double ratio = std::numeric_limits<double>::quiet_NaN();
    for (const ChannelsTiming& other : all)
        if (other.engine == engine && other.device == device && (std::isnan(ratio) || other.frames == timing.frames))
            ratio = other.ms / timing.ms;
    return ratio;
}

Json rowOf(const ChannelsTiming& timing, const ChannelsProblem& problem, const std::vector<ChannelsTiming>& all) {
    return {{"device", timing.device},
            {"engine", timing.engine},
            {"lags", timing.products == problem.productsOfQuadrant() ? "quadrant" : "half plane"},
            {"frames", timing.frames},
            {"ms", known(timing.ms)},
            {"gflops", known(timing.gflops())},
            {"percent_of_peak", known(100 * timing.gflops() / timing.peakGflops)},
            {"ratio_tile", known(ratioTo(tileName, timing.device, timing, all))},
            {"ratio_one_thread", known(ratioTo(plainName, cpu(1), timing, all))},
            {"max_error", known(timing.maxError)}};
}

std::string wordOf(RowMemory memory) {
    switch (memory) {
        case RowMemory::shared:
            return "shared memory";
        case RowMemory::texture:
            return "texture";
        case RowMemory::bothCaches:
            return "both caches";
        default:
            return "second cache";
    }
}

/// `tileMs`: of the paper's best tile.
Json rowOf(const ChannelRungTiming& rung, double tileMs) {
    const bool isTile = rung.addsUp == AddingUp::inThread;
    const ChannelTile& tile = rung.tile;
    const ChannelsTiming& timing = rung.timing;
    return {{"device", timing.device},
            {"adds_up", isTile                             ? "in a thread"
                        : rung.addsUp == AddingUp::inGroup ? "in a group"
                                                           : "over all threads"},
            {"layout", tile.isOfPlanes ? "planes" : "side by side"},
            {"tile", isTile ? Json(tile.shape()) : Json()},
            {"lags_each", isTile ? Json(tile.lagsEach) : Json()},
            {"mask", isTile ? Json(wordOf(tile.mask)) : Json()},
            {"source", isTile ? Json(wordOf(tile.source)) : Json()},
            {"cache", isTile ? Json(tile.hasLargeCache ? "large" : "small") : Json()},
            {"registers", isTile ? Json(rung.registers) : Json()},
            {"local_bytes", isTile ? Json(rung.localBytes) : Json()},
            {"shared_bytes", isTile ? Json(rung.sharedBytes) : Json()},
            {"ms", known(timing.ms)},
            {"gflops", known(timing.gflops())},
            {"percent_of_peak", known(100 * timing.gflops() / timing.peakGflops)},
            {"ratio_tile", known(tileMs / timing.ms)},
            {"max_error", known(timing.maxError)}};
}

}  // namespace

void benchChannels(const EngineList& engines, const ChannelsBenchOptions& options) {
    const ChannelsProblem problem = problemOf(options.side);
    std::vector<ChannelsTiming> timings;
    const std::function<void(const ChannelsTiming&)> keep = [&](const ChannelsTiming& timing) { timings.push_back(timing); };
    ChannelsOnCpu onCpu(problem, options.seconds, keep);
    std::vector<int> threads;
    for (int count = 1; count < threadCount(); count *= 2)
        threads.push_back(count);
    threads.push_back(threadCount());
    for (const int count : threads)
        onCpu.time(engines, count);
    gpu::benchmarkChannels(problem, keep);

    Json rows = Json::array(), peaks = Json::object();
    for (const ChannelsTiming& timing : timings) {
        rows.push_back(rowOf(timing, problem, timings));
        peaks[timing.device] = known(timing.peakGflops);
    }
    printRows("channels", peaks, rows, options.asJson);
}

void benchChannelLadder(int side, bool asJson) {
    const ChannelsProblem problem = problemOf(side);
    std::vector<ChannelRungTiming> rungs;
    gpu::benchmarkChannelLadder(problem, [&](const ChannelRungTiming& rung) { rungs.push_back(rung); });
    if (rungs.empty())
        throw EngineError("GPU", "there is none here for the paper's kernels", "run this suite where there is one");
    Json rows = Json::array(), peaks = Json::object();
    for (const ChannelRungTiming& rung : rungs) {
        rows.push_back(rowOf(rung, rungs.front().timing.ms));
        peaks[rung.timing.device] = known(rung.timing.peakGflops);
    }
    printRows("channels-ladder", peaks, rows, asJson);
}

}  // namespace coarsen::bench
