// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace coarsen::bench {

/// One timed case. Times are wall times in milliseconds.
struct Timing {
    std::string name, engine;
    double medianMs = 0, minMs = 0;
    std::map<std::string, double> ratioTo;  ///< how many times faster than the named one, from the medians of this run
    double cpuMs = 0;                       ///< processor time of all threads, where it was taken
};

/// Calls `work` once unmeasured, then until `seconds` have passed and at least `leastRuns` times.
Timing timed(std::string name, std::string engine, const std::function<void()>& work, double seconds = 2, int leastRuns = 3);

/// {"machine","date","commit","dirty","cases":[...]} and what else was counted, by name: the machine as a product (CPU, cores,
/// OS), never a host, user or path.
std::string reportJson(const std::vector<Timing>& timings, const std::map<std::string, std::vector<double>>& counted = {});

}  // namespace coarsen::bench
