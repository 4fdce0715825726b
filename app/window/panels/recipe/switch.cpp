// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/recipe/switch.hpp"

#include "app/window/theme/theme.hpp"

#include <QPainter>

namespace coarsen::window {

Switch::Switch(QWidget* parent) : QAbstractButton(parent) {
    setCheckable(true);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::TabFocus);
    setFixedSize(sizeHint());
}

void Switch::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& t = theme();
    QRectF track(0, 0, 25, 13);
    track.moveCenter({width() / 2.0, height() / 2.0 + 3});  // level with the step's name
    painter.setPen(QPen(hasFocus() ? t.accent : isChecked() ? t.ink2 : t.edge, hasFocus() ? 2 : 1.2));
    painter.setBrush(isChecked() ? t.ink2 : Qt::transparent);
    painter.drawRoundedRect(track, track.height() / 2, track.height() / 2);
    const double r = track.height() / 2 - 2.5;
    painter.setPen(Qt::NoPen);
    painter.setBrush(isChecked() ? t.panel : t.edge);
    painter.drawEllipse(QPointF(isChecked() ? track.right() - r - 2.5 : track.left() + r + 2.5, track.center().y()), r, r);
}

}  // namespace coarsen::window
