// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/directions.hpp"

#include "core/measure/circle_samples.hpp"
#include "core/measure/lengths.hpp"

namespace coarsen {

namespace {

constexpr double halfTurn = 180, onBorder = 1e-9;  // degrees

void addSample(CircleSums& sums, const CorrelationMap& map, const CircleSample& sample) {
    double value = 0, pairs = 0;
    for (const Corner& corner : sample) {
        value += corner.weight * map.at(corner.X0, corner.Y0);
        pairs += corner.weight * map.pairCount(corner.X0, corner.Y0);
    }
    if (!std::isnan(value)) sums.add(1, value, pairs);
}

CircleSums onLine(const CorrelationMap& map, AzimuthRule rule, int r, double angleDeg, double aspect) {
    CircleSums sums;
    const double angle = angleDeg * std::numbers::pi / halfTurn, reach = map.maxLag() + 1e-9;
    for (const int side : {1, -1}) {
        if (r == 0 && side < 0) break;  // one centre
        const double x = side * r * std::sqrt(aspect) * std::cos(angle), y = side * r / std::sqrt(aspect) * std::sin(angle);
        if (std::abs(x) <= reach && std::abs(y) <= reach) addSample(sums, map, sampleAt(x, y, map.maxLag(), rule));
    }
    return sums;
}

/// A sample on the first border belongs to the sector, one on the last does not: as among sectorProfiles.
CircleSums inSector(const CorrelationMap& map, AzimuthRule rule, int r, const Direction& direction, double aspect) {
    CircleSums sums;
    if (!fitsIntoMap(r, map.maxLag(), aspect)) return sums;
    const double first = direction.angleDeg - direction.openingDeg / 2;
    const int count = samplesOnCircle(r);
    for (int k = 0; k < count; ++k) {
        const double turns = (2 * halfTurn * k / count - first) / halfTurn;
        double beyond = (turns - std::floor(turns)) * halfTurn;
        if (beyond > halfTurn - onBorder) beyond = 0;
        if (beyond < direction.openingDeg - onBorder)
            addSample(sums, map, sampleOnCircle(r, {k, count}, map.maxLag(), rule, aspect));
    }
    return sums;
}

}  // namespace

Sector directionProfile(const CorrelationMap& map, const MeasureSettings& settings, const Direction& direction, double aspect) {
    Sector sector;
    sector.angleDeg = direction.angleDeg;
    if (map.isEmpty()) return sector;
    const AzimuthRule rule = settings.azimuth == AzimuthRule::cubic ? AzimuthRule::cubic : AzimuthRule::bilinear;
    for (int r = 0; r <= map.maxLag(); ++r) {
        const CircleSums sums = r == 0 || direction.isLine() ? onLine(map, rule, r, direction.angleDeg, aspect)
                                                             : inSector(map, rule, r, direction, aspect);
        append(sector.profile, r, sums);
        sector.samples.push_back(sums.weight);
    }
    sector.rMax = secondaryMaximum(sector.profile, settings, directionBracketEnd);
    return sector;
}

}  // namespace coarsen
