// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/quench_handle.hpp"

#include "app/window/theme/theme.hpp"

#include <QApplication>
#include <QPainter>

#include <cmath>
#include <utility>

namespace coarsen::window {

namespace {
constexpr int wide = 26, high = 24;
constexpr double pole = 1.5, flag = 15;
}  // namespace

QuenchHandle::QuenchHandle(QWidget* chart) : ChartHandle(chart) {
    setObjectName("quench");
    setAccessibleName(tr("Time of the quench"));
    setKnown(true);
    setFixedSize(wide, high);
    // The chart keeps its axis during the drag: the flag goes along by itself.
    connect(this, &ChartHandle::draggedTo, this, [this](double at) { move(static_cast<int>(std::lround(at - pole)), y()); });
}

void QuenchHandle::setKnown(bool known) {
    if (std::exchange(isKnown_, known) == known) return;
    setToolTip(known
                   ? tr("The quench, t₀: time counts from here.\nDrag it along the time axis, or type it under Time at the top.")
                   : tr("The quench, t₀, is not known: time counts from the first frame.\nDrag this flag to where the growth "
                        "began, or type it under Time at the top."));
    update();
}

double QuenchHandle::edge() const {
    return pole;
}

void QuenchHandle::placeAt(const QPointF& foot) {
    move(static_cast<int>(std::lround(foot.x() - pole)), static_cast<int>(std::lround(foot.y())) - high);
    update();
}

void QuenchHandle::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour(), 1.2));
    painter.drawLine(QPointF(pole, 0), QPointF(pole, high));
    painter.setBrush(theme().plot);
    const QRectF cloth(pole, 0.6, wide - pole - 1, flag);
    painter.drawRect(cloth);
    QFont font = QApplication::font();
    font.setPixelSize(11);
    painter.setFont(font);
    painter.drawText(cloth, Qt::AlignCenter, isKnown_ ? QStringLiteral("t₀") : QStringLiteral("t₀?"));
}

}  // namespace coarsen::window
