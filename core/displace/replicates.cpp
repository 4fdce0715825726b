// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/replicates.hpp"

#include "core/displace/match_rules.hpp"

#include <cmath>
#include <numbers>

namespace coarsen {

namespace {

Equations sumOf(const std::vector<Equations>& blocks) {
    Equations all;
    for (const Equations& block : blocks)
        all = all.with(block);
    return all;
}

}  // namespace

Shift corrected(const Shift& shift, const cv::Vec3d& step, double cornerPx) {
    return Shift{-step[0], -step[1], 0, -step[2] / cornerPx * 180 / std::numbers::pi}.followedBy(shift);
}

std::vector<Shift> replicatesOf(const std::vector<Equations>& blocks, const Shift& shift, double cornerPx) {
    const Equations all = sumOf(blocks);
    std::vector<Shift> replicates;
    for (const Equations& block : blocks) {
        const cv::Vec3d step = all.without(block).solution();
        if (std::isnan(step[0])) return {};
        replicates.push_back(corrected(shift, step, cornerPx));
    }
    return replicates;
}

FoundShift lastStep(const std::vector<Equations>& blocks, const PairMoments& moments, const Shift& shift,
                    double leastCorrelation) {
    const cv::Vec3d step = sumOf(blocks).solution();
    const double correlation = correlationOf(moments);
    if (std::isnan(step[0]) || correlation < leastCorrelation) return FoundShift::none();
    FoundShift found{corrected(shift, step, 1), replicatesOf(blocks, shift, 1), MatchRules::settledPx};
    found.shift.correlation = correlation;
    return found;
}

}  // namespace coarsen
