// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/sectors.hpp"

#include "core/measure/circle_samples.hpp"
#include "core/measure/directions.hpp"
#include "core/measure/lengths.hpp"

namespace coarsen {

namespace {

/// In whole numbers, so that a sample on a border falls on the same side on every machine.
std::size_t sectorAt(const CirclePlace& place, int count) {
    const long places = place.count, part = 2L * place.k % places;  // of half a turn
    return static_cast<std::size_t>((2 * part * count + places) / (2 * places) % count);
}

}  // namespace

std::vector<Sector> sectorProfiles(const CorrelationMap& map, const MeasureSettings& settings, int count, double aspect) {
    if (map.isEmpty() || count < 1) return {};
    std::vector<Sector> sectors(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i)
        sectors[static_cast<std::size_t>(i)].angleDeg = 180.0 * i / count;
    const AzimuthRule rule = settings.azimuth == AzimuthRule::cubic ? AzimuthRule::cubic : AzimuthRule::bilinear;
    std::vector<CircleSums> sums(sectors.size());
    for (int r = 0; r <= map.maxLag(); ++r) {
        std::ranges::fill(sums, CircleSums{});
        forEachOnCircle(r, map.maxLag(), rule, aspect, [&](const CircleSample& sample, CirclePlace place) {
            double value = 0, pairs = 0;
            for (const Corner& corner : sample) {
                value += corner.weight * map.at(corner.X0, corner.Y0);
                pairs += corner.weight * map.pairCount(corner.X0, corner.Y0);
            }
            if (!std::isnan(value)) sums[sectorAt(place, count)].add(1, value, pairs);
        });
        if (r == 0) std::ranges::fill(sums, CircleSums(sums.front()));  // the centre lies in every direction
        for (std::size_t i = 0; i < sectors.size(); ++i) {
            append(sectors[i].profile, r, sums[i]);
            sectors[i].samples.push_back(sums[i].weight);
        }
    }
    for (Sector& sector : sectors)
        sector.rMax = secondaryMaximum(sector.profile, settings, directionBracketEnd);
    return sectors;
}

}  // namespace coarsen
