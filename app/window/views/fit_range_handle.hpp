// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/plots/growth_plot.hpp"
#include "app/window/views/chart_handle.hpp"

namespace coarsen::window {

/// A tab on the top edge of the growth chart: drags one end of the fit range. It hangs outside the range, so that the tabs of
/// neighbouring frames do not cover each other; hollow while its end is open.
class FitRangeHandle : public ChartHandle {
    Q_OBJECT
public:
    FitRangeHandle(RangeEnd end, QWidget* chart);

    void placeAt(const QPointF& top, bool isOpen);  ///< top of the range's end, in the chart's pixels

protected:
    double edge() const override;
    void paintEvent(QPaintEvent*) override;

private:
    RangeEnd end_;
    bool isOpen_ = true;
};

}  // namespace coarsen::window
