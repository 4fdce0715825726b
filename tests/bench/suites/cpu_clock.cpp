// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/suites/cpu_clock.hpp"

#include "core/base/parallel.hpp"
#include "core/convolve/simd_kernels.hpp"

#include <algorithm>
#include <vector>

namespace coarsen::bench {

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

double medianMs(double seconds, const std::function<void()>& work) {
    work();
    std::vector<double> times;
    for (const auto start = Clock::now(); times.size() < 3 || secondsSince(start) < seconds;) {
        const auto before = Clock::now();
        work();
        times.push_back(1e3 * secondsSince(before));
    }
    std::ranges::nth_element(times, times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2));
    return times[times.size() / 2];
}

double peakGflopsOfCpu(int threads) {
    constexpr int runs = 7, rounds = 2'000'000;
    const ConvolutionKernels& kernels = *usableConvolutionKernels().kernels[0];
    double best = 0;
    for (int run = 0; run < runs; ++run) {
        std::vector<double> done(static_cast<std::size_t>(threads));
        const auto start = Clock::now();
        parallelFor(done.size(), threads, [&](std::size_t thread) {
            std::vector<float> room(static_cast<std::size_t>(kernels.columns), 0.5F);
            done[thread] = kernels.multiplyAdds(rounds, room.data());
        });
        double all = 0;
        for (const double each : done)
            all += each;
        best = std::max(best, 2e-9 * all / secondsSince(start));
    }
    return best;
}

}  // namespace coarsen::bench
