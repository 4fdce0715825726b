// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/growth/quench_shift.hpp"

#include "core/growth/growth_fit.hpp"

#include <algorithm>

namespace coarsen {

namespace {

/// Between neighbours in time, the middle one; 0 where there are no two.
double middleInterval(const std::vector<GrowthPoint>& points) {
    std::vector<double> times, intervals;
    for (const GrowthPoint& point : points)
        times.push_back(point.time);
    std::ranges::sort(times);
    for (std::size_t i = 1; i < times.size(); ++i)
        intervals.push_back(times[i] - times[i - 1]);
    if (intervals.empty()) return 0;
    const auto middle = intervals.begin() + static_cast<std::ptrdiff_t>(intervals.size() / 2);
    std::ranges::nth_element(intervals, middle);
    return *middle;
}

}  // namespace

std::optional<QuenchShift> quenchShift(const GrowthSeries& series, const FitSettings& settings) {
    QuenchShift shift{middleInterval(usedPoints(series, settings))};
    if (!settings.t0S || !(shift.interval > 0)) return std::nullopt;
    FitSettings moved = settings;
    moved.bootstrap = 0;
    for (const auto& [by, n] : {std::pair{-shift.interval, &shift.nEarlier}, {shift.interval, &shift.nLater}}) {
        moved.t0S = *settings.t0S + by;
        const GrowthFit fit = fitGrowth(series, moved, growthModelNamed("power"));
        if (!fit.isFitted()) return std::nullopt;
        *n = std::ranges::find(fit.parameters, "n", &FitParameter::name)->value;
    }
    return shift;
}

}  // namespace coarsen
