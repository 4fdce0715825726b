// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

namespace coarsen {

/// Weights of the four neighbours -1, 0, 1, 2 of a place at 0 <= t < 1: the cubic of Catmull & Rom (1974), which goes through the
/// values and is exact for a parabola. At t = 0 that pixel alone.
constexpr std::array<float, 4> catmullRomWeights(float t) {
    return {-0.5F * t * (1 - t) * (1 - t), 1 + t * t * (1.5F * t - 2.5F), t * (0.5F + t * (2 - 1.5F * t)), 0.5F * t * t * (t - 1)};
}

}  // namespace coarsen
