// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/growth/fit_settings.hpp"
#include "core/growth/growth_series.hpp"

#include <optional>

namespace coarsen {

/// The power law's exponent with a quench that lies one interval between frames earlier or later: how much of n hangs on t0.
struct QuenchShift {
    double interval = 0;  ///< between the fitted frames, in the median
    double nEarlier = 0, nLater = 0;
};

/// Nothing without a quench, or where the power law cannot be fitted to all three.
std::optional<QuenchShift> quenchShift(const GrowthSeries& series, const FitSettings& settings);

}  // namespace coarsen
