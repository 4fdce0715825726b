// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/convolve/filter.hpp"
#include "core/convolve/frequency_response.hpp"

#include <QImage>

namespace coarsen::window {

/// The recipe's filter made ready for the screen by a worker.
struct ShownFilter {
    Filter kernel;                   ///< scaled
    QImage picture;                  ///< Format_Indexed8: by colourPlace(), 255 at 1; of a large kernel every few taps
    double lowest = 0, highest = 0;  ///< of the colour scale, in which 0 lies: at its end or in the middle
    FrequencyResponse response;

    /// From 0 at `lowest` to 1 at `highest`, as the root of a tap's size, so that what surrounds a high middle is seen.
    double colourPlace(double tap) const;
};

/// `aspect`: pixel height over width. Takes some 20 ms: called by workers only.
ShownFilter shownFilter(Filter kernel, double aspect);

}  // namespace coarsen::window
