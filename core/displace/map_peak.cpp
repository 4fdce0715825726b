// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/map_peak.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <functional>

namespace coarsen {

namespace {

template <typename IsWanted>
MapPeak highestWhere(const CorrelationMap& map, double leastPairs, IsWanted isWanted) {
    MapPeak peak;
    if (map.isEmpty()) return peak;
    const double fewest = leastPairs * std::ranges::max(map.pairCounts());
    double highest = -std::numeric_limits<double>::infinity();
    for (int Y0 = -map.maxLag(); Y0 <= map.maxLag(); ++Y0)
        for (int X0 = -map.maxLag(); X0 <= map.maxLag(); ++X0)
            if (map.at(X0, Y0) > highest && map.pairCount(X0, Y0) >= fewest && isWanted(X0, Y0)) {
                highest = map.at(X0, Y0);
                peak = {X0, Y0, highest};
            }
    return peak;
}

/// Where the parabola through three values at -1, 0, 1 is highest; 0 where that is not between them.
double vertex(double before, double at, double after) {
    const double curvature = before - 2 * at + after, place = (before - after) / (2 * curvature);
    return curvature < 0 && std::abs(place) <= 1 ? place : 0;
}

bool isInside(const CorrelationMap& map, int X0, int Y0) {
    return std::max(std::abs(X0), std::abs(Y0)) <= map.maxLag();
}

}  // namespace

MapPeak highestOf(const CorrelationMap& map, double leastPairs) {
    return highestWhere(map, leastPairs, [](int, int) { return true; });
}

LagBetween parabolaAt(const CorrelationMap& map, const MapPeak& peak) {
    const int X0 = peak.X0, Y0 = peak.Y0;
    LagBetween between{static_cast<double>(X0), static_cast<double>(Y0)};
    if (isInside(map, std::abs(X0) + 1, Y0)) between.X0 += vertex(map.at(X0 - 1, Y0), peak.value, map.at(X0 + 1, Y0));
    if (isInside(map, X0, std::abs(Y0) + 1)) between.Y0 += vertex(map.at(X0, Y0 - 1), peak.value, map.at(X0, Y0 + 1));
    return between;
}

std::vector<MapPeak> equalTops(const CorrelationMap& map, const MapPeak& highest, double pairsOfOne, double leastPairs) {
    constexpr double errors = 2, rounding = 1e-5;
    const auto variance = [&](const MapPeak& peak) {
        const double unlike = 1 - peak.value * peak.value;
        return unlike * unlike * pairsOfOne / map.pairCount(peak.X0, peak.Y0);
    };
    const auto isTop = [&](int X0, int Y0, double value) {
        for (int y = Y0 - 1; y <= Y0 + 1; ++y)
            for (int x = X0 - 1; x <= X0 + 1; ++x)
                if (isInside(map, x, y) && map.at(x, y) > value) return false;
        return true;
    };
    const double fewest = leastPairs * std::ranges::max(map.pairCounts()), ofHighest = variance(highest);
    std::vector<MapPeak> tops{highest};
    for (int Y0 = -map.maxLag(); Y0 <= map.maxLag(); ++Y0)
        for (int X0 = -map.maxLag(); X0 <= map.maxLag(); ++X0) {
            const MapPeak peak{X0, Y0, map.at(X0, Y0)};
            if (!peak.isFound() || map.pairCount(X0, Y0) < fewest || (X0 == highest.X0 && Y0 == highest.Y0)) continue;
            const bool isAsHigh = highest.value - peak.value <= errors * std::sqrt(ofHighest + variance(peak)) + rounding;
            if (isAsHigh && isTop(X0, Y0, peak.value)) tops.push_back(peak);
        }
    std::ranges::stable_sort(tops, std::ranges::greater(), [&](const MapPeak& peak) { return map.pairCount(peak.X0, peak.Y0); });
    return tops;
}

double halfHeightRadius(const CorrelationMap& map, const MapPeak& peak) {
    constexpr std::array<std::array<int, 2>, 4> ways{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
    double sum = 0;
    int seen = 0;
    for (const auto& [right, down] : ways)
        for (int lag = 1;; ++lag) {
            const int X0 = peak.X0 + lag * right, Y0 = peak.Y0 + lag * down;
            if (!isInside(map, X0, Y0) || std::isnan(map.at(X0, Y0))) break;
            if (map.at(X0, Y0) >= peak.value / 2) continue;
            sum += lag;
            ++seen;
            break;
        }
    return seen ? sum / seen : 1;
}

MapPeak secondOf(const CorrelationMap& map, const MapPeak& peak, double distancePx, double leastPairs) {
    return highestWhere(map, leastPairs, [&](int X0, int Y0) { return std::hypot(X0 - peak.X0, Y0 - peak.Y0) > distancePx; });
}

}  // namespace coarsen
