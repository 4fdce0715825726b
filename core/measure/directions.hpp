// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/sectors.hpp"

namespace coarsen {

/// A line through the centre of C2D, or the sector about it; opposite directions together.
struct Direction {
    double angleDeg = 0;    ///< from x towards y (down), on the sample; 180 degrees apart is the same
    double openingDeg = 0;  ///< of the sector, from border to border, up to 180; 0: the line alone

    bool isLine() const { return openingDeg <= 0; }
    bool operator==(const Direction&) const = default;
};

/// C2D along one direction. A line is read where it meets the circles (settings.azimuth; bilinear for linear-bins), as far as it
/// lies on the map; a sector like one of sectorProfiles, of any middle and opening. Its R_max is read off alike. Nothing in it
/// of an empty map. `aspect`: pixel height over width.
Sector directionProfile(const CorrelationMap& map, const MeasureSettings& settings, const Direction& direction,
                        double aspect = 1);

/// Where the bracket of R_max in one direction ends, in first zeros: a wave comes back at four, an isotropic pattern at three.
constexpr double directionBracketEnd = 4.25;

}  // namespace coarsen
