// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/radial_profile.hpp"

#include <memory>
#include <span>
#include <vector>

namespace coarsen {

/// How far from the origin C2D has a say in C1D at quarter pixels: to 24 px and what the interpolation reaches beyond.
constexpr int centreReach = 30;
constexpr int fineStepsAPixel = 4;

/// C1D at quarter pixels up to 24 px, or as far as the map allows: its circles read by a windowed sinc, for bilinear reading
/// flattens what bends within a few pixels (science/definitions.md). Given the rows Y0 = 0 ... R of 2R + 1 values of an even
/// map, R = `maxLag`. Empty where an offset that it needs is undefined. `aspect`: pixel height over width.
FineCurve fineCurve(std::span<const double> halfPlane, int maxLag, double aspect);
FineCurve fineCurve(const CorrelationMap& map, double aspect);

/// One circle of it: what the offsets of the rows Y0 >= 0 of an even map have in its value.
struct FineCircle {
    double r = 0;   ///< pixels
    int reach = 0;  ///< the largest |X0| or Y0
    std::vector<int> X0, Y0;
    std::vector<double> weight;
};

/// All its circles, the smallest first; the same for all who use them now.
std::shared_ptr<const std::vector<FineCircle>> fineCircles(double aspect);

}  // namespace coarsen
