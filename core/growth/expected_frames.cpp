// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/growth/expected_frames.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace coarsen {

namespace {
constexpr std::size_t lastFrames = 10, fewestOnALine = 5;

/// Median of the frames' own errors, or their distance from the line where that is more.
double usualDistance(const std::vector<GrowthPoint>& points, const GrowthFit& line) {
    std::vector<double> errors;
    double squares = 0;
    for (const GrowthPoint& point : points) {
        errors.push_back(point.error > 0 ? point.error : 0);
        squares += std::pow(point.length - line.valueAt(point.time), 2);
    }
    const auto middle = errors.begin() + static_cast<std::ptrdiff_t>(errors.size() / 2);
    std::nth_element(errors.begin(), middle, errors.end());
    return std::max(*middle, std::sqrt(squares / static_cast<double>(points.size() - line.parameters.size())));
}
}  // namespace

std::optional<RecentGrowth> recentGrowth(const GrowthSeries& series) {
    GrowthSeries last = series;
    last.points = usedPoints(series, {});
    std::ranges::sort(last.points, {}, &GrowthPoint::time);
    for (const std::size_t count : {lastFrames, fewestOnALine}) {
        if (last.points.size() > count)
            last.points.erase(last.points.begin(), last.points.end() - static_cast<std::ptrdiff_t>(count));
        if (last.points.size() < fewestOnALine) return std::nullopt;
        GrowthFit line = fitGrowth(last, {}, growthModelNamed("line"));
        if (line.isFitted() && !line.misfit.isSure) {
            const double distance = usualDistance(last.points, line);
            return RecentGrowth{std::move(line), distance};
        }
    }
    return std::nullopt;
}

std::vector<ExpectedFrame> expectedFrames(const GrowthFit& fit, std::span<const double> times, double frameError, int count) {
    std::vector<double> known;
    std::copy_if(times.begin(), times.end(), std::back_inserter(known), [](double time) { return std::isfinite(time); });
    if (!fit.isFitted() || known.size() < 2) return {};
    const double last = known.back();
    known.erase(known.begin(), known.end() - static_cast<std::ptrdiff_t>(std::min(known.size(), lastFrames)));
    std::vector<double> steps;
    for (std::size_t i = 1; i < known.size(); ++i)
        steps.push_back(known[i] - known[i - 1]);
    const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
    std::nth_element(steps.begin(), middle, steps.end());
    if (!(*middle > 0)) return {};

    std::vector<ExpectedFrame> expected;
    for (int i = 1; i <= count; ++i) {
        const double time = last + i * *middle, length = fit.valueAt(time);
        if (std::isfinite(length)) expected.push_back({time, length, std::hypot(fit.standardErrorAt(time), frameError)});
    }
    return expected;
}

}  // namespace coarsen
