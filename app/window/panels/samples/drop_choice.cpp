// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/samples/drop_choice.hpp"

#include "app/window/theme/theme.hpp"

#include <QPainter>

#include <utility>

namespace coarsen::window {

namespace {
constexpr int frameWidth = 2, gapBetweenHalves = 12, gapAround = 24, halfHeight = 120, letters = 16;  // px
}

DropChoice::DropChoice(QWidget* over) : QWidget(over) {
    setObjectName("drop-choice");
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

void DropChoice::offer(bool isAnythingOpen) {
    hasChoice_ = isAnythingOpen;
    isAdding_ = false;
    setGeometry(parentWidget()->rect());
    show();
    raise();
}

void DropChoice::setPlace(const QPointF& place) {
    const bool isAdding = hasChoice_ && place.x() > width() / 2.0;
    if (std::exchange(isAdding_, isAdding) != isAdding) update();
}

QRect DropChoice::half(bool isAdding) const {
    const int wide = (width() - 2 * gapAround - gapBetweenHalves) / 2;
    return {isAdding ? width() - gapAround - wide : gapAround, height() - gapAround - halfHeight, wide, halfHeight};
}

void DropChoice::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme().accent, frameWidth));
    painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
    if (!hasChoice_) return;
    QFont font = this->font();
    font.setPixelSize(letters);
    for (const bool isAdding : {false, true}) {
        const bool isHere = isAdding == isAdding_;
        font.setBold(isHere);
        painter.setFont(font);
        painter.setPen(QPen(isHere ? theme().accent : theme().edge, isHere ? frameWidth : 1));
        painter.setBrush(isHere ? theme().accentSoft : theme().raised);
        painter.drawRoundedRect(half(isAdding), 8, 8);
        painter.setPen(theme().ink);
        painter.drawText(half(isAdding), Qt::AlignCenter, isAdding ? tr("Add to this window") : tr("Open as new series"));
    }
}

}  // namespace coarsen::window
