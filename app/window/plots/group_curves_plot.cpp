// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/group_curves_plot.hpp"

#include "app/window/theme/plot_style.hpp"

#include <qcustomplot.h>

#include <algorithm>

namespace coarsen::window {

void drawGroupCurves(QCustomPlot& plot, const EnsembleData& ensemble, const Theme& theme) {
    stylePlot(&plot, theme);
    plot.axisRect()->setMinimumMargins({0, 6, 12, 2});
    double last = 0;
    for (std::size_t i = 0; i < ensemble.curves.size(); ++i) {
        const GroupCurve& curve = ensemble.curves[i];
        const SeriesStyle style = seriesStyle(static_cast<int>(i), theme);
        QCPGraph* const graph = plot.addGraph();
        graph->setName(curve.name);
        graph->setPen(pen(style.colour, 1.6, style.dash));
        graph->setData(curve.r, curve.value, true);
        if (!curve.r.isEmpty()) last = std::max(last, curve.r.back());
    }
    QCPLegend& legend = *plot.legend;
    legend.setVisible(ensemble.curves.size() > 1);
    legend.setBorderPen(Qt::NoPen);
    legend.setBrush(Qt::NoBrush);
    legend.setTextColor(theme.ink2);
    legend.setFont(plot.xAxis->tickLabelFont());
    legend.setRowSpacing(0);
    plot.xAxis->setLabel(QStringLiteral("R (%1)").arg(ensemble.unit));
    plot.yAxis->setLabel(QStringLiteral("C1D"));
    plot.rescaleAxes();
    plot.xAxis->setRange(0, last > 0 ? last : 1);
    plot.yAxis->setRange(plot.yAxis->range().lower - 0.05 * plot.yAxis->range().size(), plot.yAxis->range().upper);
}

}  // namespace coarsen::window
