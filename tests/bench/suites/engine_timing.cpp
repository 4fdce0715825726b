// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/suites/engine_timing.hpp"

#include "core/base/parallel.hpp"

#include <algorithm>
#include <chrono>
#include <random>

namespace coarsen::bench {

namespace {

template <typename Value>
std::vector<Value> randomPixels(std::size_t count) {
    std::mt19937 generator(1);
    std::vector<Value> pixels(count);
    for (Value& pixel : pixels)
        pixel = static_cast<Value>(generator() % 256);
    return pixels;
}

Plane randomPlane(const PlanShape& shape) {
    const std::size_t count = static_cast<std::size_t>(shape.width) * static_cast<std::size_t>(shape.height);
    Plane plane;
    plane.image = shape.type == PixelType::u8 ? Image(shape.width, shape.height, randomPixels<std::uint8_t>(count))
                                              : Image(shape.width, shape.height, randomPixels<float>(count));
    plane.means = {127.5};
    return plane;
}

}  // namespace

EngineTiming timedEngine(const CorrelationEngine& engine, const PlanShape& shape, double seconds) {
    using Clock = std::chrono::steady_clock;
    const auto plan = engine.plan(shape);
    const PlanePair pair{randomPlane(shape), {}};
    plan->run(std::span(&pair, 1));  // fills caches and pages

    std::vector<double> times;
    const auto start = Clock::now();
    while (times.size() < 3 || std::chrono::duration<double>(Clock::now() - start).count() < seconds) {
        const auto before = Clock::now();
        plan->run(std::span(&pair, 1));
        times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - before).count());
    }
    std::ranges::sort(times);
    EngineTiming timing;
    timing.name = std::to_string(shape.width) + "x" + std::to_string(shape.height) + ", R = " + std::to_string(shape.maxLag) +
                  (shape.type == PixelType::u8 ? ", u8, " : ", f32, ") + std::to_string(threadCount(shape.threads)) +
                  (threadCount(shape.threads) == 1 ? " thread" : " threads");
    timing.engine = engine.description().name;
    timing.msMedian = times[times.size() / 2];
    timing.msMin = times.front();
    return timing;
}

void compareEngines(std::vector<EngineTiming>& timings) {
    for (EngineTiming& timing : timings)
        for (const EngineTiming& other : timings)
            if (other.name == timing.name && other.engine != timing.engine)
                timing.ratioTo[other.engine] = other.msMedian / timing.msMedian;
}

double productCount(const PlanShape& shape) {
    return static_cast<double>(shape.width) * shape.height * (2.0 * shape.maxLag + 1) * (shape.maxLag + 1.0);
}

}  // namespace coarsen::bench
