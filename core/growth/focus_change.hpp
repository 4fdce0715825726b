// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/growth/growth_fit.hpp"
#include "core/growth/growth_series.hpp"

#include <optional>
#include <string>
#include <vector>

namespace coarsen {

/// Effect that a loss of focus would have on a fit whose frames lose contrast: a Gaussian blur takes short waves away, so R_max
/// of a ring of relative width w grows by 4 w^2 ln(c1 / c2) while the contrast falls from c1 to c2 (science/definitions.md).
struct FocusChange {
    double contrastLost = 0;  ///< 1 - c2 / c1, of the fit's last fifth of frames against its first
    double tooLong = 0;       ///< the part by which the last lengths are too long, if that is blur
    double growth = 0;        ///< ln of the last lengths over the first
};

/// Judges the frames of a fit, in order of time. Nothing where the contrast fell by less than 6 % (clean series change by 3 %),
/// where the lengths would move by less than their own error, for fewer than four frames, and where contrast is not known.
std::optional<FocusChange> focusChange(std::vector<GrowthPoint> fitted);
std::optional<FocusChange> focusChange(const GrowthSeries& series, const GrowthFit& fit);

/// "The pattern loses 34 % of its contrast over the fit: if that is blur, the last lengths are up to 8 % too long, 60 % of their
/// growth"
std::string focusWords(const FocusChange& change);

}  // namespace coarsen
