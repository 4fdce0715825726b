// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/descent.hpp"

#include <vector>

namespace coarsen {

namespace {
constexpr double firstReach = 0.5, leastReach = 0.01, growth = 1.05;  // voxels; a step
constexpr std::size_t fallSteps = 3;
}  // namespace

DescentEnd descentEnd(std::size_t level, std::size_t levels, const FlowSettings& settings) {
    constexpr double next = 5, coarse = 10;  // times the tolerance: what a coarse level cannot see it would fit wrongly
    const auto end = [&](int most, double times) {
        return DescentEnd{settings.iterations > 0 ? settings.iterations : most, times * settings.tolerance};
    };
    if (level == 0) return end(levels == 1 ? 200 : 60, 1);
    if (level == 1) return end(100, next);
    return end(200, coarse);
}

Descent descend(RegistrationLevel& level, double lambda, const DescentEnd& end,
                const std::function<void(const Descent&)>& evaluated, std::stop_token stop) {
    Descent descent;
    descent.first = descent.last = level.evaluate(-1e9);  // the start is taken as it is
    descent.evaluations = 1;
    if (stop.stop_requested()) return descent;
    evaluated(descent);
    level.accept();
    double reach = firstReach;
    std::vector<double> energies{descent.last.energy(lambda)};
    while (reach >= leastReach && descent.evaluations < end.most && !stop.stop_requested()) {
        level.step(reach);
        const auto now = level.evaluate(leastJacobian);
        if (now.isStill || stop.stop_requested()) break;
        ++descent.evaluations;
        const bool isFolding = now.jMin < leastJacobian;
        descent.wasFolding |= isFolding;
        if (isFolding || now.energy(lambda) > energies.back()) {
            reach /= 2;
            evaluated(descent);
            continue;
        }
        level.accept();
        reach *= growth;
        descent.last = now;
        evaluated(descent);
        energies.push_back(now.energy(lambda));
        if (energies.size() <= fallSteps) continue;
        const double before = energies[energies.size() - 1 - fallSteps];
        if (before - energies.back() < end.leastFall * before) break;
    }
    return descent;
}

}  // namespace coarsen
