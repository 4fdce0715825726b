// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/plots/sample_charts.hpp"
#include "app/window/theme/theme.hpp"

#include <QPointF>

#include <utility>
#include <vector>

class QCPErrorBars;
class QCPGraph;
class QCPItemText;
class QCustomPlot;

namespace coarsen::window {

/// A column of the table of samples against another: each sample a point with its errors, means of repeats large. For the view
/// and for figures.
///
/// Use, given `QCustomPlot* chart, const ColumnChart& rates`:
///
///     ColumnPlot plot(chart, theme());
///     plot.show(rates);
class ColumnPlot {
public:
    ColumnPlot(QCustomPlot* plot, const Theme& theme);
    void applyTheme(const Theme& theme);
    void show(const ColumnChart& chart);
    /// The point within `reach` screen px of the place, by its place in the chart; -1: none.
    int pointNear(double x, double y, double reach) const;

private:
    struct Marks {
        QCPGraph* points = nullptr;
        QCPErrorBars *high = nullptr, *wide = nullptr;
    };
    void style(const Marks& marks, const ColumnChart::Point& point) const;

    QCustomPlot* plot_;
    std::vector<Marks> marks_;
    QCPItemText* note_;
    ColumnChart chart_;
    const Theme* theme_;
};

/// C1D of several samples over R / R_max, with their names. For the view and for figures.
class CollapsePlot {
public:
    CollapsePlot(QCustomPlot* plot, const Theme& theme);
    void applyTheme(const Theme& theme);
    void show(const CollapseChart& chart);
    int curveNear(double x, double y, double reach) const;  ///< likewise

private:
    QCustomPlot* plot_;
    std::vector<QCPGraph*> lines_;
    std::vector<QCPItemText*> names_;
    CollapseChart chart_;
    const Theme* theme_;
};

}  // namespace coarsen::window
