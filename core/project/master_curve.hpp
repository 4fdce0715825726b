// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/frame_result.hpp"
#include "core/measure/measure_settings.hpp"

#include <string_view>
#include <vector>

namespace coarsen {

/// C1D over R/R_max, the mean over a series' frames: where growth is self-similar every frame has this curve.
struct MasterCurve {
    std::vector<double> ratio;    ///< R over the length that is fitted: 0, 0.02, ... 3
    std::vector<double> value;    ///< mean of the frames' C1D there
    std::vector<double> scatter;  ///< standard deviation between the frames; NaN of a single one
    std::vector<int> frames;      ///< whose range reaches so far

    bool isEmpty() const { return ratio.empty(); }
};

/// Master curve of the frames that a fit of that length may use. It ends where the range of less than half of them does. C1D is
/// read at quarter pixels where a frame has them (to 24 px, from 20 px on ever less), for whole ones are too coarse there; with
/// Refining::coarse it is not.
MasterCurve masterCurveOf(const std::vector<FrameResult>& rows, std::string_view length, Refining refining);

}  // namespace coarsen
