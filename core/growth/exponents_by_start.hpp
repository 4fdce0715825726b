// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/growth/fit_settings.hpp"
#include "core/growth/growth_series.hpp"

#include <vector>

namespace coarsen {

/// The exponent n of the power law fitted from one frame on.
struct ExponentByStart {
    int frame = 0;  ///< the first one in the fit
    double n = 0;
    double error = 0;  ///< standard error, of the points' own errors: n has no scale
};

/// How the power law's exponent depends on where the fit begins: fits from each frame to the end of the range, whatever frame the
/// range begins at, with the settings' t0, weights and robustness. A plateau is an exponent that can be published; n that drifts
/// is that of a crossover, of an offset or of a wrong t0. Of more than 60 frames every second, third... is a start. Starts that
/// leave fewer than six frames, or an n uncertain by more than 0.25, say nothing and are left out; without a
/// t0 there is none. In the frames' order of time.
std::vector<ExponentByStart> exponentsByStart(const GrowthSeries& series, const FitSettings& settings);

}  // namespace coarsen
