// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/theme/theme.hpp"

#include <QPointF>
#include <QSizeF>
#include <QString>

#include <vector>

class QBrush;
class QCPAbstractPlottable;
class QCPItemText;
class QCustomPlot;

namespace coarsen::window {

/// A line of words of the growth chart's legend and what they are about, whose symbol stands before them.
struct LegendRow {
    const QCPAbstractPlottable* about = nullptr;  ///< marks, a line or one side of a band; null: the row above goes on
    QString words;
    const QCPAbstractPlottable* alsoAbout = nullptr;  ///< drawn over it
};

/// The legend of the growth chart: each symbol as it is drawn in the chart, and beside it what it means.
///
/// Use, given `QCustomPlot* plot, const QCPAbstractPlottable* line`:
///
///     GrowthLegend legend(plot);
///     legend.show({{line, "R = v t"}});
///     legend.moveTo({20, 20});
class GrowthLegend {
public:
    explicit GrowthLegend(QCustomPlot* plot);

    void applyTheme(const Theme& theme);
    void show(std::vector<LegendRow> rows);
    bool isVisible() const;
    QSizeF size() const;                 ///< px of the screen
    void moveTo(const QPointF& corner);  ///< its upper left one, in px of the screen
    void setGround(const QBrush& ground);

private:
    class Symbols;

    Symbols* symbols_;  ///< the plot's
    QCPItemText* words_;
};

}  // namespace coarsen::window
