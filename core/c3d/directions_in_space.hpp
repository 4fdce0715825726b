// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

namespace coarsen {

/// How many directions stand for half a sphere of r px: one a square pixel of it, within bounds.
inline int directionsAt(double r) {
    return static_cast<int>(std::clamp(2 * std::numbers::pi * r * r, 64.0, 20000.0));
}

/// A unit vector with z > 0.
struct Direction {
    double x, y, z;
};

/// Direction `i` of `count`: on a spiral whose turns keep the same distance (Fibonacci's).
inline Direction directionOf(int i, int count) {
    const double z = (i + 0.5) / count, across = std::sqrt(1 - z * z), angle = std::numbers::pi * (3 - std::sqrt(5.0)) * i;
    return {across * std::cos(angle), across * std::sin(angle), z};
}

}  // namespace coarsen
