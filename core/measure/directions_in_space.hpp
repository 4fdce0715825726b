// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

namespace coarsen {

inline constexpr double mostDirections = 20000;

/// How many directions stand for half a sphere of r px: one a square pixel of it, within bounds.
inline int directionsAt(double r) {
    return static_cast<int>(std::clamp(2 * std::numbers::pi * r * r, 64.0, mostDirections));
}

/// A unit vector with z > 0.
struct SpaceDirection {
    double x, y, z;
};

/// Directions on a spiral whose turns keep the same distance (Fibonacci's).
class DirectionsInSpace {
public:
    /// Makes `count` directions, at most mostDirections.
    explicit DirectionsInSpace(int count) : count_(count) {}

    /// Direction `i`, counting from 0.
    SpaceDirection operator[](int i) const {
        const double z = (i + 0.5) / count_, across = std::sqrt(1 - z * z);
        const Turn& turn = turns_[static_cast<std::size_t>(i)];
        return {across * turn.cosine, across * turn.sine, z};
    }

private:
    struct Turn {
        double cosine, sine;
    };
    /// The same for every count, and asked for some hundred thousand times each.
    static const std::vector<Turn>& allTurns();

    int count_;
    const std::vector<Turn>& turns_ = allTurns();
};

}  // namespace coarsen
