// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/growth/exponents_by_start.hpp"

#include "core/growth/growth_fit.hpp"

#include <algorithm>

namespace coarsen {

namespace {
constexpr std::size_t mostStarts = 60, fewestFrames = 6;
constexpr double largestError = 0.25;
}  // namespace

std::vector<ExponentByStart> exponentsByStart(const GrowthSeries& series, const FitSettings& settings) {
    if (!settings.t0S) return {};  // the power law counts from it
    FitSettings fromStart = settings;
    fromStart.fromS.reset();
    fromStart.bootstrap = 0;
    std::vector<GrowthPoint> starts = usedPoints(series, fromStart);
    std::erase_if(starts, [&](const GrowthPoint& point) { return point.time <= *settings.t0S; });
    std::ranges::sort(starts, {}, &GrowthPoint::time);
    const GrowthModel& law = growthModelNamed("power");
    const std::size_t step = (starts.size() + mostStarts - 1) / mostStarts;
    std::vector<ExponentByStart> exponents;
    for (std::size_t i = 0; i + fewestFrames <= starts.size(); i += step) {
        fromStart.fromS = starts[i].time;
        const GrowthFit fit = fitGrowth(series, fromStart, law);
        if (!fit.isFitted()) continue;
        const FitParameter& n = *std::ranges::find(fit.parameters, "n", &FitParameter::name);
        if (n.error <= largestError) exponents.push_back({starts[i].frame, n.value, n.error});
    }
    return exponents;
}

}  // namespace coarsen
