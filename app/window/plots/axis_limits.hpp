// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

class QCPAxis;
class QCustomPlot;

namespace coarsen::window {

/// Ends of an axis that the user chose, in the numbers that stand on it; none: as what is drawn asks for.
struct AxisEnds {
    std::optional<double> from, to;

    bool areChosen() const { return from || to; }
    bool operator==(const AxisEnds&) const = default;
};

/// Ends of a chart's time or length axis (x) and of the one to its left (y).
struct AxisLimits {
    AxisEnds x, y;

    bool areChosen() const { return x.areChosen() || y.areChosen(); }
    bool operator==(const AxisLimits&) const = default;
};

/// Gives the axis these ends. A logarithmic one takes those above 0. Where one alone is chosen and lies beyond the axis' other
/// end, that one moves with it.
void setEnds(QCPAxis& axis, const AxisEnds& ends);

/// Takes away what lies outside the axes and cuts lines and error bars where they leave them: drawings of lines (SVG) are not
/// clipped.
void cutToAxes(QCustomPlot& plot);

}  // namespace coarsen::window
