// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/levelset/level_set.hpp"

#include <array>
#include <cmath>
#include <vector>

namespace coarsen {

/// Numbers that first and second centred differences of a function give of its level through a voxel; g its gradient, h its
/// second derivatives, in px.
struct Differences {
    double square = 0;  ///< g g
    double trace = 0;   ///< of h
    double bent = 0;    ///< g h g
    double turned = 0;  ///< g adj(h) g

    /// (k1 + k2) / 2 and k1 k2; 0 where there is no slope.
    double meanCurvature() const { return square > 0 ? (square * trace - bent) / (2 * square * std::sqrt(square)) : 0; }
    double gaussianCurvature() const { return square > 0 ? turned / (square * square) : 0; }
};

/// Differences of `phi` on the voxels of `set`, whose edge repeats.
Differences differencesAt(const LevelSet& set, const std::vector<float>& phi, const std::array<int, 3>& place);

}  // namespace coarsen
