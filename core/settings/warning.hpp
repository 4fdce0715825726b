// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/settings/picture_fault.hpp"

#include <limits>
#include <string>

namespace coarsen {

/// Settings that spoil the measurement, with the number behind it and a remedy that `--set` would take.
struct Warning {
    std::string key;                                  ///< the setting it stands beside: "flatten.sigma"
    std::string text;                                 ///< with the number
    std::string remedyKey, remedyValue, remedyLabel;  ///< "flatten.sigma", "76", "Use at least 76 px"; may be empty
};

/// Facts on the measurement that are known when a step or a section of the recipe is asked for its warnings.
struct MeasuredFacts {
    static constexpr double nan = std::numeric_limits<double>::quiet_NaN();

    double rMaxPx = nan;                      ///< of the shown frame; NaN when unknown, or when the length asked for is another
    double largestRMaxPx = nan;               ///< of the series so far; NaN when unknown
    int width = 0, height = 0;                ///< of the final image, px
    double domains = nan;                     ///< that it holds; NaN when unknown
    double saturatedFraction = nan;           ///< of the raw picture's samples; NaN for float pictures
    PictureFault fault = PictureFault::none;  ///< fault of the shown frame, or of most flagged frames of the series
    bool isAboutRMax = true;                  ///< R_max, or a length that needs it, is asked for
};

}  // namespace coarsen
