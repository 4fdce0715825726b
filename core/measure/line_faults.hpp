// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <span>
#include <vector>

namespace coarsen {

class CorrelationMap;

/// Marks that rows (or columns) of pixels which differ as wholes leave in C2D. No pattern does it that is larger than 3 px and
/// not made of straight lines along the picture's edge. NaN: not known.
struct LineFaults {
    /// Every other line is alike: C2D at two lines' distance less C2D at one, where the first is above 0, else at most 0.
    double comb = std::numeric_limits<double>::quiet_NaN();
    /// How much more alike two pixels of one line are than two as far apart in any direction: the least C2D along the line less
    /// C1D over the farther half of the range. Bands share there what they have of the variance, the same at every distance; the
    /// waves of a pattern go through 0. At most 0 where the difference is not level (the least below a quarter of the most), as
    /// along the rows of a lattice.
    double bands = comb;
};

/// C2D along the axes from the origin on: at (0, 0), (1, 0), ... and at (0, 0), (0, 1), ...
struct AlongAxes {
    std::span<const double> right, down;
};
struct AxisValues {
    std::vector<double> right, down;
};
AxisValues alongAxes(const CorrelationMap& map);

LineFaults rowFaults(const AlongAxes& c2d, const std::vector<double>& c1d);
LineFaults columnFaults(const AlongAxes& c2d, const std::vector<double>& c1d);

}  // namespace coarsen
