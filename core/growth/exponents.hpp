// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/growth/fit_settings.hpp"
#include "core/growth/growth_series.hpp"

#include <vector>

namespace coarsen {

/// An exponent n that belongs to a frame.
struct ExponentAt {
    int frame = 0;
    double n = 0;
    double error = 0;  ///< standard error
};

/// How the power law's exponent depends on where the fit begins: fits from each frame to the end of the range, whatever frame the
/// range begins at, with the settings' t0, weights and robustness. A plateau is an exponent that can be published; n that drifts
/// is that of a crossover, of an offset or of a wrong t0. Of more than 60 frames every second, third... is a start. Starts that
/// leave fewer than six frames, or an n uncertain by more than 0.25, say nothing and are left out; without a
/// t0 there is none. In the frames' order of time.
std::vector<ExponentAt> exponentsByStart(const GrowthSeries& series, const FitSettings& settings);

/// The local exponent d ln R / d ln(t - t0): the power law fitted to the frames within 0.15 decade of t - t0 about each frame of
/// the fit range, each frame with the same relative weight. Frames with fewer than five about them, or an n uncertain by more
/// than 0.25, have none; of more than 60 frames every second, third... has one. In the frames' order of time.
std::vector<ExponentAt> localExponents(const GrowthSeries& series, const FitSettings& settings);

/// Both, as they are shown side by side.
struct Exponents {
    std::vector<ExponentAt> byStart, local;
};

}  // namespace coarsen
