// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/suites/paper.hpp"

#include "core/base/error.hpp"
#include "core/base/parallel.hpp"
#include "tests/bench/gpu/paper_bench.hpp"
#include "tests/bench/suites/cpu_clock.hpp"
#include "tests/bench/suites/paper_loops.hpp"
#include "tests/bench/suites/rows.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iostream>
#include <map>
#include <random>
#include <span>
#include <string>
#include <utility>

namespace coarsen::bench {

namespace {

constexpr char simpleName[] = "simple C", reorderedName[] = "re-ordered loops", listingName[] = "Listing 1, as meant";
/// The paper's loops on one core; *simple C* are those of the quicker order.
constexpr std::pair<const char*, Loops> loopsOfPaper[] = {{simpleName, loopsAlongRows},
                                                          {"simple C, down columns", loopsDownColumns},
                                                          {reorderedName, reorderedLoops},
                                                          {"re-ordered loops, no SIMD", reorderedLoopsWithoutVectors}};
constexpr double longestSeconds = 40;      // one run of the paper's loops may take
constexpr double tolerance = 1e-5;         // of ours, of the mean product at no offset
constexpr std::uint32_t greyLevels = 200;  // rms 115: with more, the whole numbers of Listing 1 as printed overflow

PlanShape shapeOf(const PaperProblem& problem, int threads) {
    return {
        .width = problem.width, .height = problem.height, .maxLag = problem.maxLag, .type = PixelType::u8, .threads = threads};
}

PlanePair pairOf(const PaperProblem& problem) {
    Plane plane;
    plane.image = Image(problem.width, problem.height, problem.pixels);
    plane.means = {0};
    return {plane, {}};
}

PaperProblem problemOf(int width, int height, int maxLag) {
    PaperProblem problem{width, height, maxLag, {}, {}};
    std::mt19937 random(20100705);
    for (int i = 0; i < width * height; ++i)
        problem.pixels.push_back(static_cast<std::uint8_t>((random() >> 8) % greyLevels));
    const PlanePair pair = pairOf(problem);
    problem.judged = cpuSimdEngine()->plan(shapeOf(problem, 0))->run(std::span(&pair, 1)).front();
    return problem;
}

std::string processor(int threads) {
    return "CPU, " + std::to_string(threads) + (threads == 1 ? " thread" : " threads");
}

/// One size and range; how fast the paper's loops were before says whether they are worth waiting for.
class PaperCase {
public:
    PaperCase(const PaperProblem& problem, double seconds, std::map<std::string, double>& productsPerSecond)
        : problem_(problem), seconds_(seconds), productsPerSecond_(productsPerSecond) {}

    std::vector<PaperTiming> timings(const EngineList& engines) {
        for (const auto& [name, loops] : loopsOfPaper)
            timeLoops(name, loops);
        for (const auto& engine : engines) {
            const EngineDescription& about = engine->description();
            if (!about.unavailable.empty() || about.name == "cpu-direct") continue;
            if (about.isGpu) {
                time(*engine, about.device, 0);
                continue;
            }
            for (int threads = 1; threads < threadCount(); threads *= 2)
                time(*engine, processor(threads), threads);
            time(*engine, processor(threadCount()), threadCount());
        }
        gpu::benchmarkPaper(problem_, seconds_, [&](const PaperTiming& timing) { timings_.push_back(timing); });
        return std::move(timings_);
    }

private:
    void timeLoops(const char* name, Loops loops) {
        const auto known = productsPerSecond_.find(name);
        if (known != productsPerSecond_.end() && problem_.products() / known->second > longestSeconds) {
            std::cerr << "coarsen-bench: " << name << " is left out at " << problem_.width << "x" << problem_.height
                      << ", R = " << problem_.maxLag << ", where it would take about "
                      << static_cast<int>(problem_.products() / known->second / 60) << " minutes\n";
            return;
        }
        const auto start = Clock::now();
        const auto sums = loops(problem_.pixels, problem_.width, problem_.height, problem_.maxLag);
        double took = secondsSince(start);
        productsPerSecond_[name] = problem_.products() / took;
        if (took < seconds_)
            took = 1e-3 * medianMs(seconds_, [&] { loops(problem_.pixels, problem_.width, problem_.height, problem_.maxLag); });
        timings_.push_back(
            {processor(1), name, 1e3 * took, problem_.largestError(std::vector<double>(sums.begin(), sums.end()))});
    }

    void time(const CorrelationEngine& engine, const std::string& device, int threads) {
        const auto plan = engine.plan(shapeOf(problem_, threads));
        const PlanePair pair = pairOf(problem_);
        LagSums sums;
        const double ms = medianMs(seconds_, [&] { sums = plan->run(std::span(&pair, 1)).front(); });
        const double error = problem_.largestError(sums.values);
        const std::string& name = engine.description().name;
        if (!(error <= tolerance))
            throw EngineError(name, "its answer is wrong by " + std::to_string(error) + " of N(0, 0)", "tell the authors");
        timings_.push_back({device, name, ms, error});
    }

    const PaperProblem& problem_;
    double seconds_;
    std::map<std::string, double>& productsPerSecond_;
    std::vector<PaperTiming> timings_;
};

/// How many times faster than that one; null where it was left out.
Json ratioTo(const char* name, const PaperTiming& timing, const std::vector<PaperTiming>& all) {
    const auto other = std::ranges::find(all, name, &PaperTiming::engine);
    return other == all.end() ? Json() : known(other->ms / timing.ms);
}

}  // namespace

void benchPaper(const EngineList& engines, const PaperBenchOptions& options) {
    Json rows = Json::array();
    for (const auto& [width, height] : options.sizes) {
        std::map<std::string, double> productsPerSecond;
        for (const int maxLag : options.maxLags) {
            const PaperProblem problem = problemOf(width, height, maxLag);
            const auto timings = PaperCase(problem, options.seconds, productsPerSecond).timings(engines);
            for (const PaperTiming& timing : timings)
                rows.push_back({{"width", width},
                                {"height", height},
                                {"max_lag", maxLag},
                                {"device", timing.device},
                                {"engine", timing.engine},
                                {"ms", known(timing.ms)},
                                {"gflops", known(2e-6 * problem.products() / timing.ms)},
                                {"ratio_simple", ratioTo(simpleName, timing, timings)},
                                {"ratio_reordered", ratioTo(reorderedName, timing, timings)},
                                {"ratio_listing1", ratioTo(listingName, timing, timings)},
                                {"max_error", known(timing.maxError)}});
        }
    }
    printRows("paper", Json::object(), rows, options.asJson);
}

}  // namespace coarsen::bench
