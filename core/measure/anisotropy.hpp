// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/correlation_map.hpp"

#include <limits>

namespace coarsen {

/// How far C2D's rings are from circles.
struct Anisotropy {
    double elongation = std::numeric_limits<double>::quiet_NaN();  ///< longer over shorter axis, less 1; 0: isotropic
    double angleDeg = std::numeric_limits<double>::quiet_NaN();    ///< of the longer axis from x towards y (down), 0 to 180
    double radiusPx = std::numeric_limits<double>::quiet_NaN();    ///< geometric mean of the half axes, pixels of the mean size

    bool isFound() const { return elongation == elongation; }
};

/// The ellipse 1/r^2 = a cos^2 + b sin^2 + 2 c sin cos through C2D's first zero on rays 5 degrees apart, by least squares. Not
/// found where fewer than two thirds of the rays reach a zero within the largest offset, or the fit is no ellipse. `aspect`:
/// pixel height over width.
Anisotropy anisotropy(const CorrelationMap& map, double aspect = 1);

}  // namespace coarsen
