// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/chart_handle.hpp"

#include "app/window/theme/theme.hpp"

#include <QMouseEvent>

namespace coarsen::window {

ChartHandle::ChartHandle(QWidget* chart) : QWidget(chart) {
    setCursor(Qt::SizeHorCursor);
    setAttribute(Qt::WA_Hover);
    hide();
}

QColor ChartHandle::colour() const {
    return underMouse() || grip_ ? theme().accent : theme().ink2;
}

void ChartHandle::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    grip_ = event->position().x() - edge();
    isDragged_ = false;
    update();
}

void ChartHandle::mouseMoveEvent(QMouseEvent* event) {
    if (!grip_) return;
    isDragged_ = true;
    emit draggedTo(x() + event->position().x() - *grip_);
}

void ChartHandle::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !grip_) return;
    grip_.reset();
    update();
    if (isDragged_) emit released();
}

}  // namespace coarsen::window
