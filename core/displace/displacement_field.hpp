// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/correlate.hpp"
#include "core/displace/patch_grid.hpp"
#include "core/settings/field.hpp"

#include <limits>
#include <stop_token>
#include <vector>

namespace coarsen {

/// How a picture is followed patch by patch (`coarsen-cli correlate --patches`).
struct FieldSettings {
    int patchPx = 64;  ///< `patches`: side of a patch, at least smallestPatchPx
    int stepPx = 0;    ///< `step`: from patch to patch; 0: half of their side
    int passes = 3;    ///< `passes`: the first with patches 2^(passes - 1) times as large, but for half of the shorter side
    int threads = 0;   ///< 0: all

    int step() const { return stepPx == 0 ? patchPx / 2 : stepPx; }

    static const Fields<FieldSettings>& fields();
};
constexpr int smallestPatchPx = 16;  ///< smaller ones hold too few pixels for an error

/// How far one patch of picture a has moved in b.
struct PatchMove {
    double xPx = 0, yPx = 0;  ///< of its centre in a
    Move move;                ///< right and down, px; unknown where too few pixels are valid or nothing is to be seen
    double errorPx = std::numeric_limits<double>::quiet_NaN();    ///< standard error along either axis
    double peakRatio = std::numeric_limits<double>::quiet_NaN();  ///< of the correlation's two highest peaks in the last pass
    bool isValid = false;  ///< least squares settled, and its neighbours move alike (fitNeighbours)
};

/// How b's content sits right of and below a's, patch by patch, row by row. In each pass b is drawn again through the smoothed
/// flow of the pass before, with its doubtful moves replaced; what is left is the highest value of the patches' correlation, up
/// to a third of their size, then least squares on their pixels. Of what the last of several passes adds, noise is taken away
/// (weighed_moves.hpp). Empty after a stop, or where a picture has no contrast. Any
/// number of threads gives the same numbers. Throws SettingError where the patches do not fit.
std::vector<PatchMove> displacementField(const MaskedImage& a, const MaskedImage& b, const FieldSettings& settings,
                                         std::stop_token stop = {});

}  // namespace coarsen
