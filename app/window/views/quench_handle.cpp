// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/quench_handle.hpp"

#include "app/window/theme/theme.hpp"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>

#include <cmath>

namespace coarsen::window {

namespace {
constexpr int wide = 26, high = 24;
constexpr double pole = 1.5, flag = 15;
}  // namespace

QuenchHandle::QuenchHandle(QWidget* chart) : QWidget(chart) {
    setObjectName("quench");
    setAccessibleName(tr("Time of the quench"));
    setToolTip(tr("The quench, t₀: time counts from here.\nDrag it along the time axis, or type it under Time at the top."));
    setCursor(Qt::SizeHorCursor);
    setAttribute(Qt::WA_Hover);
    setFixedSize(wide, high);
    hide();
}

void QuenchHandle::placeAt(const QPointF& foot) {
    move(static_cast<int>(std::lround(foot.x() - pole)), static_cast<int>(std::lround(foot.y())) - high);
    update();
}

void QuenchHandle::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor colour = underMouse() || grip_ ? theme().accent : theme().ink2;
    painter.setPen(QPen(colour, 1.2));
    painter.drawLine(QPointF(pole, 0), QPointF(pole, high));
    painter.setBrush(theme().plot);
    const QRectF cloth(pole, 0.6, wide - pole - 1, flag);
    painter.drawRect(cloth);
    QFont font = QApplication::font();
    font.setPixelSize(11);
    painter.setFont(font);
    painter.drawText(cloth, Qt::AlignCenter, QStringLiteral("t₀"));
}

void QuenchHandle::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    grip_ = event->position().x() - pole;
    isDragged_ = false;
    update();
}

void QuenchHandle::mouseMoveEvent(QMouseEvent* event) {
    if (!grip_) return;
    isDragged_ = true;
    const double at = x() + event->position().x() - *grip_;
    emit draggedTo(at);
    move(static_cast<int>(std::lround(at - pole)), y());
}

void QuenchHandle::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !grip_) return;
    grip_.reset();
    update();
    if (isDragged_) emit released();
}

}  // namespace coarsen::window
