// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/growth/growth_fit.hpp"

#include <optional>
#include <span>
#include <vector>

namespace coarsen {

/// Prediction of a fit for a frame that is not there yet.
struct ExpectedFrame {
    double time = 0;    ///< as in the series: t0 not subtracted
    double length = 0;  ///< in the fit's unit
    double error = 0;   ///< standard error of such a frame's length about it: the curve's and the frame's own
};

/// How the length grew last, whatever law the series follows.
struct RecentGrowth {
    GrowthFit line;  ///< through the last frames, each by its error
    double frameError =
        0;  ///< how far a frame lies from it by itself: its own error in the median, or the scatter where that is more
};

/// The line through the last ten frames; where it misses them, through the last five. Nothing where there are fewer than five, or
/// where these are no line either: then nothing can be expected.
std::optional<RecentGrowth> recentGrowth(const GrowthSeries& series);

/// The next `count` frames after the last of `times` (NaN: unknown), as far apart as the last ten are in the median. `frameError`
/// is how far a frame's length lies from the curve by itself (standard error). Empty without a fit, or where times do not
/// advance.
std::vector<ExpectedFrame> expectedFrames(const GrowthFit& fit, std::span<const double> times, double frameError, int count);

}  // namespace coarsen
