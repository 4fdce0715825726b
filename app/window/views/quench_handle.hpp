// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <optional>

namespace coarsen::window {

/// A flag on the growth chart's time axis where time begins: drags the quench, t0.
class QuenchHandle : public QWidget {
    Q_OBJECT
public:
    explicit QuenchHandle(QWidget* chart);

    void placeAt(const QPointF& foot);  ///< of the flag's pole, in the chart's pixels

signals:
    void draggedTo(double x);  ///< in the chart's pixels
    void released();           ///< after a drag

protected:
    void paintEvent(QPaintEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;

private:
    bool isDragged_ = false;
    std::optional<double> grip_;  ///< from the pole to the mouse while the button is down
};

}  // namespace coarsen::window
