// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/plots/growth_legend.hpp"
#include "app/window/plots/growth_plot.hpp"

#include <QPolygonF>
#include <QRectF>

#include <vector>

namespace coarsen::window {

/// The words in the growth chart: what marks, line and band are, and in figures what the fit gave. Each block stands in the
/// corner where it covers least.
class GrowthNotes {
public:
    explicit GrowthNotes(QCustomPlot* plot);

    void applyTheme(const Theme& theme);
    void show(const GrowthData& data, const GrowthLook& look, std::vector<LegendRow> rows);

    /// In the screen px of `inside`. Of what is `drawn` they cover as little as they can; `edges` they cross rather than that.
    /// Where it spares the rest they take the place of the slopes.
    void place(const QRectF& inside, std::vector<QPolygonF> drawn, const std::vector<QPolygonF>& edges, SlopeGuides& slopes);

private:
    GrowthLegend legend_;
    QCPItemText* result_;
    const Theme* theme_ = nullptr;
};

}  // namespace coarsen::window
