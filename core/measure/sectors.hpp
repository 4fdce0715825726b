// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/correlation_map.hpp"
#include "core/measure/length_scale.hpp"
#include "core/measure/radial_profile.hpp"

#include <vector>

namespace coarsen {

/// C(R, theta): C2D averaged over the arcs of one sector, opposite directions together.
struct Sector {
    double angleDeg = 0;  ///< its middle, from x towards y (down), 0 to 180, on the sample
    RadialProfile profile;
    std::vector<double> samples;  ///< of each circle that lie in it: so weighted, the sectors' mean is C1D
    LengthScale rMax;             ///< in this direction, without an error
};

/// `count` equal sectors of half a turn, the first about the x axis. The circles are those of AzimuthalAverager
/// (settings.azimuth; bilinear for linear-bins, whose small circles leave sectors empty); a sample on a border belongs to the
/// sector after it. None of an empty map. `aspect`: pixel height over width.
std::vector<Sector> sectorProfiles(const CorrelationMap& map, const MeasureSettings& settings, int count, double aspect = 1);

}  // namespace coarsen
