// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/growth_data.hpp"

#include <QPolygonF>

#include <optional>
#include <utility>
#include <vector>

class QCPAxis;
class QCPErrorBars;
class QCPGraph;
class QCustomPlot;

namespace coarsen::window {

struct Theme;

/// Another session's result in the growth chart: rings with error bars about the points, and its law where it was fitted.
class OtherSessionPoints {
public:
    OtherSessionPoints(QCustomPlot* plot, QCPAxis* x, QCPAxis* y);

    void applyTheme(const Theme& theme);
    void show(const GrowthData& data, bool logarithmic);
    void setMarkSize(double px);  ///< of the chart's own points
    /// The lowest and the highest length shown; nothing where none is.
    std::optional<std::pair<double, double>> heights() const;
    std::vector<QPolygonF> drawn() const;  ///< the law, in screen px
    const QCPGraph* points() const { return points_; }

private:
    void style();

    QCPGraph *line_, *points_;
    QCPErrorBars* bars_;
    const Theme* theme_ = nullptr;
    double markSize_ = 0;
    bool isDense_ = false;
};

}  // namespace coarsen::window
