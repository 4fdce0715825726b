// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/removed_mean.hpp"

#include <algorithm>
#include <cstddef>
#include <numbers>
#include <vector>

namespace coarsen {

namespace {

constexpr double mostWeight = 0.5;  // of all pairs within the first zero: beyond, too little is left to tell from

}  // namespace

double removedPart(const RadialProfile& profile) {
    if (profile.pairs.empty() || !(profile.value[0] > 0)) return 0;
    const double pixels = profile.pairs[0];
    double seen = 0, weight = 0;  // of all pairs: what they correlate by, and how many they are
    for (std::size_t i = 0; i < profile.size() && profile.value[i] > 0; ++i) {
        const double r = profile.r[i], around = profile.dimensions == 3 ? 4 * r * r : 2 * r;
        const double circle = i == 0 ? 1 : std::numbers::pi * around;
        const double share = circle * profile.pairs[i] / (pixels * pixels);
        seen += share * profile.value[i] / profile.value[0];
        weight += share;
    }
    // C' = (C - m) / (1 - m) about the image's own mean, whose variance m is the mean of C over all pairs: b = m / (1 - m) is
    // what C' lacks, so that b = seen + b weight.
    return seen / (1 - std::min(weight, mostWeight));
}

RadialProfile withRemovedPart(const RadialProfile& profile) {
    RadialProfile whole = profile;
    if (profile.size() == 0) return whole;
    const double part = profile.removedPart * profile.value[0];
    for (std::vector<double>* const values : {&whole.value, &whole.fine.value})
        for (double& value : *values)
            value += part;
    return whole;
}

}  // namespace coarsen
