// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/plots/growth_legend.hpp"
#include "app/window/plots/growth_plot.hpp"

#include <QPolygonF>

#include <array>
#include <vector>

class QCPAxis;
class QCPGraph;

namespace coarsen::window {

/// The chosen law in the growth chart: a line with its band where frames are fitted, dashes where it is only continued; the truth
/// where it is known and wanted; and while results of two recipes meet, the earlier fit.
class FitCurves {
public:
    FitCurves(QCustomPlot* plot, QCPAxis* x, QCPAxis* y);

    void applyTheme(const Theme& theme);
    void show(const GrowthData& data, bool logarithmic);  ///< along the time axis as it is
    std::vector<QPolygonF> drawn() const;                 ///< in screen px
    std::vector<LegendRow> legend(const GrowthData& data) const;
    const QCPGraph* continued() const { return continued_.front(); }  ///< dashes: the law beyond the fitted frames

private:
    QCPAxis *x_, *y_;
    QCPGraph *bandLow_, *bandHigh_, *earlier_, *truth_, *line_;
    std::array<QCPGraph*, 2> continued_;  ///< before the first fitted frame, after the last
};

}  // namespace coarsen::window
