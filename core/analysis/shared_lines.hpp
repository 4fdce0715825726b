// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/pattern_sketch.hpp"

namespace coarsen {

/// The part that blocks of one line of a picture share at great distances along it.
struct SharedLine {
    double share = 0;   ///< of the picture's variance: the mean of the products of two blocks over the distances, about the mean
    double ripple = 0;  ///< how these rise and fall with the distance: root mean square
};

/// Shares of rows and of columns, each over distances from `fromPx` to three quarters of the picture. Bands share all that they
/// have, at any distance; of a pattern's waves, which go through 0, a small part of R_max over the picture's width is left, and a
/// lattice's waves rise and fall. Nothing where the picture is not much larger than `fromPx`.
struct SharedLines {
    SharedLine rows, columns;
};
SharedLines sharedLines(const PatternSketch& sketch, double fromPx);

}  // namespace coarsen
