// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <functional>

namespace coarsen::bench {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start);

/// Median of the times of `work`, at least three within at least `seconds`, ms; the first run is not counted.
double medianMs(double seconds, const std::function<void()>& work);

/// The float32 multiply-adds that so many cores can do at most, measured: the best of some short runs, GFLOP/s.
double peakGflopsOfCpu(int threads);

}  // namespace coarsen::bench
