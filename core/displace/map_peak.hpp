// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/correlation_map.hpp"

#include <limits>
#include <vector>

namespace coarsen {

/// A lag of a cross-correlation and the value there; NaN: nowhere is one.
struct MapPeak {
    int X0 = 0, Y0 = 0;
    double value = std::numeric_limits<double>::quiet_NaN();

    bool isFound() const { return value == value; }
};

/// The highest value, of those that at least this part of the most pairs stands behind.
MapPeak highestOf(const CorrelationMap& map, double leastPairs = 0);

/// The tops of the map that are as high as `highest` within their errors, that one among them, by falling pair counts: r of n
/// pairs has an error of (1 - r^2) / sqrt(n / pairsOfOne), `pairsOfOne` of them saying one thing, and two of them count as equal
/// within two errors of their difference.
std::vector<MapPeak> equalTops(const CorrelationMap& map, const MapPeak& highest, double pairsOfOne, double leastPairs = 0);

/// The lag between lags where the map is highest next to its peak: of the parabola through three values along each axis.
struct LagBetween {
    double X0 = 0, Y0 = 0;
};
LagBetween parabolaAt(const CorrelationMap& map, const MapPeak& peak);

/// Where the map falls to half of its peak, pixels: the mean over the four axes of the first lag below it. At least 1.
double halfHeightRadius(const CorrelationMap& map, const MapPeak& peak);

/// The highest value farther from the peak than `distancePx`.
MapPeak secondOf(const CorrelationMap& map, const MapPeak& peak, double distancePx, double leastPairs = 0);

}  // namespace coarsen
