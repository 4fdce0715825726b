// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/growth_data.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace coarsen::window {

/// C1D of the whole series, ready to be drawn: made from the results by curvesOf(), outside the window's thread.
struct SeriesCurves {
    std::shared_ptr<const GrowthData> growth;
    std::vector<double> times;           ///< of every frame, in growth's time unit
    std::vector<int> usable;             ///< frames with a C1D of today's recipe, not excluded, in time order
    std::vector<int> chosen;             ///< of them, at most mostCurves, evenly spread: what the overlay shows
    double firstTime = 0, lastTime = 1;  ///< of all usable ones, in growth's time unit
    Unit unit;                           ///< of R
    double perPx = 1;                    ///< in that unit
    double lowest = 0, highest = 0;      ///< of C1D beyond the central peak, over all usable frames

    // C1D against time (across) and R (up), NaN where no frame was measured.
    int columns = 0, rows = 0;
    double lastR = 1;          ///< of the last row, in unit; the first is 0
    std::vector<float> cells;  ///< row by row
    double limit = 1;          ///< of the colours: most cells beyond the central peak lie between -limit and limit

    // R_max along the image: at most a few points a column.
    std::vector<double> lineTime, lineR;  ///< NaN in lineR where a frame has none

    static constexpr std::size_t mostCurves = 12;

    bool isEmpty() const { return usable.size() < 2; }
    bool isUsable(int frame) const { return frame >= 0 && std::ranges::find(usable, frame) != usable.end(); }
    const FrameResult& result(int frame) const { return growth->points[static_cast<std::size_t>(frame)].result(); }
    double timeOf(int frame) const { return times[static_cast<std::size_t>(frame)]; }
};

SeriesCurves curvesOf(std::shared_ptr<const GrowthData> growth);

}  // namespace coarsen::window
