// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/sample.hpp"

#include <functional>
#include <string>
#include <vector>

namespace coarsen::test {

/// A sample whose lengths follow a law of the time since its quench, with errors of one part of the length.
struct KnownSample {
    std::string name = "a", group = "warm";
    double x = 20;
    std::vector<double> times = {100, 200, 300, 400, 500, 600};  ///< since the quench
    double quench = 0;                                           ///< in the sample's own time
    double relativeError = 0.01;
    std::function<double(double)> law = [](double t) { return 0.05 * t; };
};

inline Sample sampleOf(const KnownSample& known) {
    Sample sample;
    sample.name = known.name;
    sample.group = known.group;
    sample.x = known.x;
    sample.settings.t0S = known.quench;
    sample.settings.weights = FitWeights::relative;
    for (const double t : known.times) {
        GrowthPoint point;
        point.frame = static_cast<int>(sample.growth.points.size());
        point.time = known.quench + t;
        point.length = known.law(t);
        point.error = known.relativeError * point.length;
        point.cMax = 0.1;
        point.domains = 200;
        sample.growth.points.push_back(point);
    }
    sample.growth.firstTime = known.quench + known.times.front();
    sample.growth.lengthUnit = "um";
    sample.counts.frames = sample.counts.measured = static_cast<int>(known.times.size());
    sample.fits = fitGrowth(sample.growth, sample.settings);
    return sample;
}

}  // namespace coarsen::test
