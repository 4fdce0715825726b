// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/plots/time_series_plot.hpp"

#include <QWidget>

#include <memory>

class QCustomPlot;

namespace coarsen::window {

class EmptyWords;
class PointCallout;

/// A quantity of the series against time, in the growth chart's place. A click on a point goes to its frame.
class TimeSeriesView : public QWidget {
    Q_OBJECT
public:
    explicit TimeSeriesView(QWidget* parent = nullptr);
    ~TimeSeriesView() override;

    void show(TimeSeries timeSeries, int currentFrame);
    void setCurrentFrame(int frame);
    QCustomPlot* plot() const { return plot_; }

signals:
    void frameChosen(int frame);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent*) override;

private:
    void redraw();
    void hover(const QPointF& place);

    QCustomPlot* plot_;
    std::unique_ptr<TimeSeriesPlot> content_;
    PointCallout* callout_;
    EmptyWords* empty_;
    TimeSeries timeSeries_;
    int current_ = -1;
};

}  // namespace coarsen::window
