// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/growth/growth_fit.hpp"

#include <span>
#include <vector>

namespace coarsen {

/// What a fit says of a frame that is not there yet.
struct ExpectedFrame {
    double time = 0;    ///< as in the series: t0 not subtracted
    double length = 0;  ///< in the fit's unit
    double error = 0;   ///< standard error of such a frame's length about it: the curve's and the frame's own
};

/// The next `count` frames after the last of `times` (NaN: unknown), as far apart as the last ten are in the median. `frameError`
/// is how far a frame's length lies from the curve by itself (standard error). Empty without a fit, or where times do not
/// advance.
std::vector<ExpectedFrame> expectedFrames(const GrowthFit& fit, std::span<const double> times, double frameError, int count);

}  // namespace coarsen
