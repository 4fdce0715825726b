// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/length_scale.hpp"

#include <limits>
#include <string>
#include <vector>

namespace coarsen {

/// One frame's length for the fit.
struct GrowthPoint {
    int frame = 0;
    double time = 0;        ///< seconds or frame numbers, t0 not subtracted
    double length = 0;      ///< px or um
    double error = 0;       ///< standard error in the same unit; 0 or NaN: unknown
    double cMax = 0;        ///< C1D at R_max
    double domains = 0;     ///< Nd of the frame
    bool excluded = false;  ///< by the user
    bool isWeak = false;    ///< its R_max is of quality `weak`, where the length is R_max or needs it
    double contrast = std::numeric_limits<double>::quiet_NaN();   ///< Focus::contrast of its frame
    double waveWidth = std::numeric_limits<double>::quiet_NaN();  ///< Focus::width of its frame
    /// How far the pattern has renewed itself since the series' first frame: the sum of 2 |ln c| over the frames, c the
    /// correlation of each final image with the one before. NaN: the series' mean stands in.
    double renewal = std::numeric_limits<double>::quiet_NaN();
};

/// R against time: what a fit sees.
struct GrowthSeries {
    std::vector<GrowthPoint> points;
    std::string lengthKey = "r_max";
    std::string lengthUnit = "px";    ///< "px" or "um"
    std::string timeUnit = "s";       ///< "s" or "frame"
    double firstTime = 0;             ///< of the series' first frame that has one: t counts from it where no quench is known
    double neighbourCorrelation = 0;  ///< mean correlation of neighbouring final images, 0 (independent) to 1 (same pattern)
};

}  // namespace coarsen
