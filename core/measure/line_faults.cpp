// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/line_faults.hpp"

#include "core/correlate/correlation_map.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace coarsen {

namespace {

double combAcross(std::span<const double> lines) {
    if (lines.size() < 3) return std::numeric_limits<double>::quiet_NaN();
    const double rise = lines[2] - lines[1];
    return lines[2] > 0 ? rise : std::min(0.0, rise);
}

double sharedAlong(std::span<const double> line, const std::vector<double>& c1d) {
    double least = std::numeric_limits<double>::infinity(), most = -least;
    for (std::size_t lag = line.size() / 2; lag < line.size(); ++lag) {
        const double excess = line[lag] - c1d[lag];
        if (std::isnan(excess)) return excess;
        least = std::min(least, excess);
        most = std::max(most, excess);
    }
    return least >= most / 4 ? least : std::min(0.0, least);
}

}  // namespace

AxisValues alongAxes(const CorrelationMap& map) {
    AxisValues values;
    for (int lag = 0; lag <= map.maxLag(); ++lag) {
        values.right.push_back(map.at(lag, 0));
        values.down.push_back(map.at(0, lag));
    }
    return values;
}

LineFaults rowFaults(const AlongAxes& c2d, const std::vector<double>& c1d) {
    return {combAcross(c2d.down), sharedAlong(c2d.right, c1d)};
}

LineFaults columnFaults(const AlongAxes& c2d, const std::vector<double>& c1d) {
    return {combAcross(c2d.right), sharedAlong(c2d.down, c1d)};
}

}  // namespace coarsen
