// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/theme/theme.hpp"
#include "app/window/values/ensemble_data.hpp"

#include <QPointF>

#include <utility>
#include <vector>

class QCustomPlot;
class QCPErrorBars;
class QCPGraph;

namespace coarsen::window {

/// A length against the condition: small points are images, large ones what they give together, with its error. For the view and
/// for figures.
///
/// Use, given `QCustomPlot* chart, const EnsembleData& data`:
///
///     EnsemblePlot plot(chart, theme());
///     plot.show(data, 0);
class EnsemblePlot {
public:
    EnsemblePlot(QCustomPlot* plot, const Theme& theme);

    void show(const EnsembleData& data, int currentFrame);
    void applyTheme(const Theme& theme);

    /// The frame whose point lies within `reach` screen px of the place, or -1.
    int frameNear(double x, double y, double reach) const;
    int groupNear(double x, double y, double reach) const;  ///< the same of the large points

private:
    void setAxes(const EnsembleData& data, double spread);
    int nearest(const std::vector<std::pair<int, QPointF>>& places, double x, double y, double reach) const;

    QCustomPlot* plot_;
    QCPGraph *images_, *means_, *halo_;
    QCPErrorBars* bars_;
    std::vector<std::pair<int, QPointF>> imagePlaces_, groupPlaces_;  ///< in axis coordinates
};

}  // namespace coarsen::window
