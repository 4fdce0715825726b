// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where dust begins, from percentiles of the grey values. Plain numbers in C++17: devices compile this, too.

#include <algorithm>
#include <limits>

namespace coarsen {

/// Grey values inside are the picture's; outside is dust.
struct GreyLimits {
    double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();

    constexpr bool exclude(double value) const { return value < low || value > high; }
};

/// The percentiles that the tails are measured between, and the least width of a tail as a part of P98 - P2.
inline constexpr double dustPercentiles[] = {2, 10, 90, 98};
inline constexpr double leastDustTail = 0.01;

/// Where the picture's own distribution begins to end, on either side.
struct GreyTails {
    double p2 = 0, p10 = 0, p90 = 0, p98 = 0;

    /// Grey values beyond which a pixel is no longer the picture's: `strength` widths of a tail outwards. A distribution with no
    /// width at its ends (few grey levels) still allows for the camera's noise: one part in a hundred of its range.
    constexpr GreyLimits limits(double strength) const {
        const double least = leastDustTail * (p98 - p2);
        return {p2 - strength * std::max(p10 - p2, least), p98 + strength * std::max(p98 - p90, least)};
    }
    /// Beyond which pixels beside dust are its soft edge.
    constexpr GreyLimits edge(double strength) const { return limits(strength / 4); }
};

}  // namespace coarsen
