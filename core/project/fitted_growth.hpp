// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/growth/growth_fit.hpp"

#include <string_view>
#include <vector>

namespace coarsen {

/// Lengths against time with the laws fitted to them: of a sample, or of repeats joined.
struct FittedGrowth {
    GrowthSeries growth = {};          ///< um where calibrated, else px; the length that the recipe fits
    FitSettings settings = {};         ///< chosenModel() is the law that is shown
    std::vector<GrowthFit> fits = {};  ///< all laws, in the list's order; empty where there is no point

    bool isCalibrated() const { return growth.lengthUnit == "um"; }
    bool timesAreSeconds() const { return growth.timeUnit == "s"; }
    bool hasQuench() const { return settings.t0S.has_value(); }
    /// Origin of times in charts of several series: the quench, or the series' first frame, in the series' own time.
    double origin() const { return timeOrigin(growth, settings); }

    const GrowthFit* fit(std::string_view model) const;  ///< null where that law is not fitted, with or without a reason
    const GrowthFit* chosenFit() const { return fit(settings.chosenModel()); }

    /// The points that a fit of the chosen range uses, in order of time.
    std::vector<GrowthPoint> pointsInFit() const;
};

}  // namespace coarsen
