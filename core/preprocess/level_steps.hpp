// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preprocess/frame.hpp"

namespace coarsen {

/// How the grey values of a decoded picture rise and fall where they do so by single steps, as a smooth shade in whole levels
/// does: each step is a contour, and contours have a distance that is no pattern's.
struct LevelSteps {
    double step = 0;    ///< the commonest difference of neighbours, in grey values; 0: no such picture
    double turnPx = 0;  ///< mean distance between a rise and the next fall along lines of pixels: rows or columns, the lesser
};

/// Level steps of a picture in whole numbers of 8 or 16 bits, by its first channel and 64 to 127 rows and columns (fewer where
/// there are not so many): along rows, and in all, at least 0.9 of the differences other than 0 are the commonest one, or one
/// beside it by rounding. Nothing of pictures that turn every few pixels, as noise does.
LevelSteps levelSteps(const Frame& raw);

/// Tells whether an R_max can be the distance of contours between grey levels: the picture rises or falls in single steps for
/// more than 1.5 R_max on the mean (patterns turn within 0.7 R_max), and the final image, of this variance, scatters by less than
/// one step. tests/studies/results/shades.txt
bool areContours(const LevelSteps& steps, double rMaxPx, double variance);

}  // namespace coarsen
