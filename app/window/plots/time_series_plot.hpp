// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/plots/time_series.hpp"
#include "app/window/theme/theme.hpp"

class QCustomPlot;
class QCPErrorBars;
class QCPGraph;
class QCPItemStraightLine;
class QCPItemText;

namespace coarsen::window {

/// Up to two quantities of a series against time, with the shown frame. For the view and for figures.
///
/// Use, given `QCustomPlot* chart, const TimeSeries& timeSeries`:
///
///     TimeSeriesPlot plot(chart, theme());
///     plot.show(timeSeries, 0);
class TimeSeriesPlot {
public:
    TimeSeriesPlot(QCustomPlot* plot, const Theme& theme);

    void show(const TimeSeries& timeSeries, int currentFrame);
    void applyTheme(const Theme& theme);

    /// The frame one of whose markers lies within `reach` screen px of the place, or -1.
    int frameNear(double x, double y, double reach) const;

private:
    struct Marks {
        QCPGraph *line = nullptr, *points = nullptr, *guessed = nullptr;
        QCPErrorBars* bars = nullptr;
        QCPItemText* name = nullptr;
    };

    void showCurve(Marks& marks, const TimeSeries& timeSeries, std::size_t which);
    void showFlags(const TimeSeries& timeSeries);
    void showLevels(const TimeSeries& timeSeries);
    void setAxes(const TimeSeries& timeSeries);
    QCPItemText* words();

    QCustomPlot* plot_;
    std::vector<Marks> marks_;
    QCPGraph *trend_, *halo_;
    QCPItemStraightLine* current_;
    QCPItemText* note_;
    std::vector<QCPItemStraightLine*> flags_;
    std::vector<QCPItemText*> flagTexts_;
    std::vector<QCPItemStraightLine*> levels_;
    std::vector<QCPItemText*> levelNames_;
    std::vector<std::pair<int, QPointF>> places_;  ///< frame and its points in axis coordinates
    const Theme* theme_;
};

}  // namespace coarsen::window
