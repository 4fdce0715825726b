// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Straight lines in log R against log t: where the fits of power laws start.

#include "core/growth/weighting.hpp"

#include <cstddef>
#include <vector>

namespace coarsen {

struct LogPoints {
    std::vector<double> t, length, weight;  ///< weight: of log R, R^2 times that of R
    double meanTime() const;
};

/// Logarithms of the points whose time, less `quench`, is above 0.
LogPoints logarithms(const WeightedPoints& points, double quench = 0);

struct StraightLine {
    double intercept = 0, slope = 0, squares = 0;  ///< squares: weighted sum of what is left
};
StraightLine straightLine(const LogPoints& points);

}  // namespace coarsen
