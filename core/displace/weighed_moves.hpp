// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/displace/patch_grid.hpp"

#include <vector>

namespace coarsen {

/// Move that a patch of the last pass adds to the flow of the pass before, px, and its standard error along either axis.
struct Addition {
    Move move;
    double errorPx = std::numeric_limits<double>::quiet_NaN();
    bool isValid = false;
};

/// As much of what each patch adds as is more than noise (empirical Bayes: B. Efron and C. Morris, J. Am. Stat. Assoc. 67, 130,
/// 1972): T^2 / (T^2 + e^2 - s^2), where T^2 is what the additions of 5 x 5 patches scatter by beyond their errors e, and s =
/// `flowError` e the error of the flow itself, whose larger patches hold this one. No move is drawn back by more than two errors
/// along an axis, so that a single patch which does move differently still says so. The errors become those of the sum. Additions
/// that are not valid, or have fewer than nine valid ones about them, stay.
std::vector<Addition> weighed(const std::vector<Addition>& additions, int columns, double flowError);

/// The error of a flow smoothed by (1 2 1)/4 along both axes, in those of its patches, which overlap.
double errorOfSmoothFlow(const PatchGrid& grid);

}  // namespace coarsen
