// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/views/chart_handle.hpp"

namespace coarsen::window {

/// A flag on the growth chart's time axis where time begins: drags the quench, t0.
class QuenchHandle : public ChartHandle {
    Q_OBJECT
public:
    explicit QuenchHandle(QWidget* chart);

    void setKnown(bool known);          ///< else time begins with the first frame, and the flag has a question mark
    void placeAt(const QPointF& foot);  ///< of the flag's pole, in the chart's pixels

protected:
    double edge() const override;
    void paintEvent(QPaintEvent*) override;

private:
    bool isKnown_ = false;
};

}  // namespace coarsen::window
