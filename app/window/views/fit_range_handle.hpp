// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/plots/growth_plot.hpp"

#include <QWidget>

namespace coarsen::window {

/// A tab on the top edge of the growth chart: drags one end of the fit range. It hangs outside the range, so that the tabs of
/// neighbouring frames do not cover each other; hollow while its end is open.
class FitRangeHandle : public QWidget {
    Q_OBJECT
public:
    FitRangeHandle(RangeEnd end, QWidget* chart);

    void placeAt(const QPointF& top, bool isOpen);  ///< top of the range's end, in the chart's pixels

signals:
    void draggedTo(double x);  ///< in the chart's pixels
    void released();           ///< after a drag

protected:
    void paintEvent(QPaintEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;

private:
    double edge() const;  ///< where the range's end runs through the widget

    RangeEnd end_;
    bool isOpen_ = true, isDragged_ = false;
    std::optional<double> grip_;  ///< from the edge to the mouse while the button is down
};

}  // namespace coarsen::window
