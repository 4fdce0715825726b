// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <optional>

namespace coarsen::window {

/// A handle on the growth chart that is dragged along its time axis. What it looks like and stands for its heirs say.
class ChartHandle : public QWidget {
    Q_OBJECT
public:
    explicit ChartHandle(QWidget* chart);

signals:
    void draggedTo(double x);  ///< where its edge is wanted, in the chart's pixels
    void released();           ///< after a drag

protected:
    virtual double edge() const = 0;  ///< the line that it stands for, in the widget's pixels
    QColor colour() const;            ///< of its outline: it answers to the mouse

    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;

private:
    bool isDragged_ = false;
    std::optional<double> grip_;  ///< from the edge to the mouse while the button is down
};

}  // namespace coarsen::window
