// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/theme/theme.hpp"
#include "core/convolve/frequency_response.hpp"
#include "core/measure/structure_factor.hpp"
#include "core/series/calibration.hpp"

class QCustomPlot;
class QCPGraph;
class QCPItemStraightLine;
class QCPItemText;

namespace coarsen::window {

/// S(q) with what is read off it: a value made by the preview.
struct Spectrum {
    StructureFactor factor;
    LengthScale firstMoment, peak;  ///< 2 pi / q1 and 2 pi / q of the peak
    FrequencyResponse filter = {};  ///< of the recipe's filter; empty: none is on
};

/// S(q) over its peak in a QCustomPlot, with q1 and the peak marked, and how much the recipe's filter passes. For the view and
/// for figures.
///
/// Use, given `QCustomPlot* chart, const Spectrum& spectrum, const Calibration& calibration`:
///
///     SpectrumPlot plot(chart, theme());
///     plot.show(spectrum, calibration, true, false);
class SpectrumPlot {
public:
    SpectrumPlot(QCustomPlot* plot, const Theme& theme);

    void show(const Spectrum& spectrum, const Calibration& calibration, bool logarithmic, bool isNarrow);
    void clear();
    void applyTheme(const Theme& theme);

private:
    void mark(QCPGraph* marker, QCPItemStraightLine* line, const Spectrum& spectrum, const LengthScale& length);
    void setAxes(const Spectrum& spectrum, bool logarithmic, bool isNarrow);

    QCustomPlot* plot_;
    QCPGraph *curve_, *filter_, *momentMark_, *peakMark_;
    QCPItemStraightLine *momentLine_, *peakLine_;
    QCPItemText *text_, *filterWord_;
    const Theme* theme_;
    double perQ_ = 1, perValue_ = 1;  ///< from rad/px to the axis; from power to the axis
};

}  // namespace coarsen::window
