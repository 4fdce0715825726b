// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/growth/exponents.hpp"

#include "core/growth/growth_fit.hpp"

#include <algorithm>

namespace coarsen {

namespace {

constexpr std::size_t mostFrames = 60, fewestFromStart = 6, fewestAbout = 5;
constexpr double largestError = 0.25;
constexpr double window = 1.41253754462275;  // 0.15 decade

/// The frames of the fit that come after the quench, by time.
std::vector<GrowthPoint> afterQuench(const GrowthSeries& series, const FitSettings& settings) {
    std::vector<GrowthPoint> points = usedPoints(series, settings);
    std::erase_if(points, [&](const GrowthPoint& point) { return point.time <= *settings.t0S; });
    std::ranges::sort(points, {}, &GrowthPoint::time);
    return points;
}

/// From one of the frames to the next that has an exponent.
std::size_t stepAlong(const std::vector<GrowthPoint>& points) {
    return (points.size() + mostFrames - 1) / mostFrames;
}

/// The power law's n over the settings' range, where it is known well enough.
void addExponent(std::vector<ExponentAt>& exponents, int frame, const GrowthSeries& series, const FitSettings& settings,
                 std::size_t fewest) {
    const GrowthFit fit = fitGrowth(series, settings, growthModelNamed("power"));
    if (!fit.isFitted() || fit.frames.size() < fewest) return;
    const FitParameter& n = *std::ranges::find(fit.parameters, "n", &FitParameter::name);
    if (n.error <= largestError) exponents.push_back({frame, n.value, n.error});
}

}  // namespace

std::vector<ExponentAt> exponentsByStart(const GrowthSeries& series, const FitSettings& settings) {
    if (!settings.t0S) return {};  // the power law counts from it
    FitSettings fromStart = settings;
    fromStart.fromS.reset();
    fromStart.bootstrap = 0;
    const std::vector<GrowthPoint> starts = afterQuench(series, fromStart);
    std::vector<ExponentAt> exponents;
    for (std::size_t i = 0; i + fewestFromStart <= starts.size(); i += stepAlong(starts)) {
        fromStart.fromS = starts[i].time;
        addExponent(exponents, starts[i].frame, series, fromStart, fewestFromStart);
    }
    return exponents;
}

std::vector<ExponentAt> localExponents(const GrowthSeries& series, const FitSettings& settings) {
    if (!settings.t0S) return {};
    FitSettings about = settings;
    about.weights = FitWeights::relative;
    about.bootstrap = 0;
    const std::vector<GrowthPoint> points = afterQuench(series, settings);
    std::vector<ExponentAt> exponents;
    for (std::size_t i = 0; i < points.size(); i += stepAlong(points)) {
        const double since = points[i].time - *settings.t0S;
        const auto inRange = [&](double time) { return std::clamp(time, points.front().time, points.back().time); };
        about.fromS = inRange(*settings.t0S + since / window);
        about.toS = inRange(*settings.t0S + since * window);
        addExponent(exponents, points[i].frame, series, about, fewestAbout);
    }
    return exponents;
}

}  // namespace coarsen
