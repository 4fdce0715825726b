// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/engine.hpp"

#include <map>
#include <string>
#include <vector>

namespace coarsen::bench {

/// One engine on one size.
struct EngineTiming {
    std::string name;    ///< "1500x750, R = 250, f32, 2 threads"
    std::string engine;  ///< "cpu-fft"
    double msMedian = 0, msMin = 0;
    std::map<std::string, double> ratioTo;  ///< how many times faster than the named engine, medians of this run
    double floorMs = 0;                     ///< the least time that the device allows; 0: not known
    std::string floor;                      ///< limit that sets it
};

/// The lag sums of one random picture, again and again for at least `seconds` and three times; the plan is made before.
EngineTiming timedEngine(const CorrelationEngine& engine, const PlanShape& shape, double seconds);

/// Fills `ratioTo` among the timings of one name.
void compareEngines(std::vector<EngineTiming>& timings);

/// Products that the plain loop multiplies for this shape: says whether timing it takes seconds or hours.
double productCount(const PlanShape& shape);

}  // namespace coarsen::bench
