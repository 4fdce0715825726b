// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/fit_range_handle.hpp"

#include <QPainter>

#include <cmath>

namespace coarsen::window {

namespace {
constexpr int target = 24;  // the least that is hit with ease; the tab itself is smaller
constexpr double tabWidth = 9, tabSide = 9, tabTip = 15;
}  // namespace

FitRangeHandle::FitRangeHandle(RangeEnd end, QWidget* chart) : ChartHandle(chart), end_(end) {
    const bool isFrom = end == RangeEnd::from;
    setObjectName(isFrom ? "fit-range-from" : "fit-range-to");
    setAccessibleName(isFrom ? tr("Start of the fit range") : tr("End of the fit range"));
    setToolTip(isFrom ? tr("Start of the fit range: drag it, or press I at a frame.\nBack on the first frame it is open.")
                      : tr("End of the fit range: drag it, or press O at a frame.\nBack on the last frame it is open."));
    setFixedSize(target, target);
}

double FitRangeHandle::edge() const {
    return end_ == RangeEnd::from ? width() - 0.5 : 0.5;
}

void FitRangeHandle::placeAt(const QPointF& top, bool isOpen) {
    isOpen_ = isOpen;
    move(static_cast<int>(std::lround(top.x() - edge())), static_cast<int>(std::lround(top.y())));
    show();
    update();
}

void FitRangeHandle::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double outer = edge() + (end_ == RangeEnd::from ? -tabWidth : tabWidth);
    painter.setPen(QPen(colour(), 1.2));
    painter.setBrush(isOpen_ ? theme().plot : colour());
    painter.drawPolygon(QPolygonF{{edge(), 0.5}, {outer, 0.5}, {outer, tabSide}, {edge(), tabTip}});
}

}  // namespace coarsen::window
