// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/plots/map_plot.hpp"
#include "app/window/values/comparison.hpp"
#include "app/window/views/plot_zoom.hpp"

#include <QWidget>

class QCustomPlot;

namespace coarsen::window {

/// The correlation map of two pictures, with its peak marked. The wheel zooms, dragging pans, a double click shows all.
class PeakView : public QWidget {
    Q_OBJECT
public:
    explicit PeakView(QWidget* parent = nullptr);
    void show(const std::shared_ptr<const Comparison>& comparison);  ///< nullptr, or without a peak: nothing

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void layOut();
    bool takeMouse(QEvent* event);  ///< true where it was for the zoom

    QCustomPlot* plot_;
    std::unique_ptr<MapPlot> content_;
    PlotZoom* zoom_;
    std::shared_ptr<const CorrelationMap> shown_;
};

}  // namespace coarsen::window
