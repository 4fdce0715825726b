// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/plots/series_curves.hpp"
#include "app/window/theme/theme.hpp"

class QCustomPlot;
class QCPColorMap;
class QCPColorScale;
class QCPGraph;
class QCPItemStraightLine;

namespace coarsen::window {

enum class SeriesMode {
    curves,  ///< C1D of some frames over each other
    scaled,  ///< the same against R / R_max: one curve where growth is self-similar
    image,   ///< C1D as colour against time and R
};

/// C1D of the series in a QCustomPlot, coloured by time. For the view and for figures.
///
/// Use, given `QCustomPlot* chart, const SeriesCurves& curves`:
///
///     SeriesPlot plot(chart, theme());
///     plot.show(curves, SeriesMode::scaled, 0);
class SeriesPlot {
public:
    SeriesPlot(QCustomPlot* plot, const Theme& theme);

    void show(const SeriesCurves& curves, SeriesMode mode, int currentFrame);
    void setCurrentFrame(const SeriesCurves& curves, int frame);  ///< of those shown last
    void clear();
    void applyTheme(const Theme& theme);

    /// The frame under a place in screen px, as shown last: the column of the image, or the curve within `reach`; else -1.
    int frameAt(const SeriesCurves& curves, double x, double y, double reach) const;

private:
    void showOverlay(const SeriesCurves& curves);
    void showImage(const SeriesCurves& curves);
    double showCurve(QCPGraph* graph, const SeriesCurves& curves, int frame) const;

    QCustomPlot* plot_;
    QCPColorMap* map_;
    QCPColorScale* scale_;
    std::vector<QCPGraph*> graphs_;  ///< one a curve, the current frame's last
    QCPGraph *casing_, *line_;       ///< R_max on the image
    QCPItemStraightLine* straight_;  ///< R = R_max on scaled curves, the shown frame on the image
    const Theme* theme_;
    SeriesMode mode_ = SeriesMode::curves;
};

}  // namespace coarsen::window
