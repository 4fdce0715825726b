// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/measure/folded_cell.hpp"

#include <vector>

namespace coarsen::gpu {

/// Sparse rows of the weights that a map's offsets have in the mean over each circle of C1D. They are alike at (X0, Y0) and
/// (-X0, Y0), so that only X0, Y0 >= 0 are kept, for maps that are folded along X0. A circle's weights add up to 1.
struct FoldedCircles {
    int maxLag = 0;                 ///< R, pixels
    std::vector<int> first = {0};   ///< of each circle, and the end: first those of r = 0 ... R, then those at quarter pixels
    std::vector<FoldedCell> cells;  ///< row by row
    std::vector<double> weights;
    std::vector<double> fineRadii;  ///< of the circles at quarter pixels, pixels
    std::vector<int> fineReaches;   ///< the largest offset of each of them along an axis

    /// Circles at quarter pixels, from the smallest on, that need no offset beyond this one.
    int fineCirclesWithin(int lag) const;
};

/// The circles that core averages maps of this R over, bilinear (AzimuthalAverager); `withFine`: and those of core's fineCurve
/// that fit into the map. A circle that leaves the map has no weights. `aspect`: pixel height over width.
FoldedCircles foldedCircles(int maxLag, double aspect, bool withFine);

}  // namespace coarsen::gpu
