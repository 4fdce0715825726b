// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/start/recent_card.hpp"

#include "app/window/theme/theme.hpp"

#include <QPainter>
#include <QPainterPath>

namespace coarsen::window {

namespace {
constexpr int pictureWidth = 148, cardEdge = 8;
}

RecentCard::RecentCard(RecentSeries series, const QImage& picture, bool isThere, QWidget* parent)
    : QAbstractButton(parent), series_(std::move(series)), isThere_(isThere), picture_(picture) {
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::TabFocus);
    setFixedHeight(sizeHint().height());
    setToolTip(isThere ? series_.path : tr("%1 is not there any more. Click to say where it is now.").arg(series_.path));
    setAccessibleName(series_.name + ", " + (isThere ? series_.note : tr("moved")));
    setObjectName("recent");
}

void RecentCard::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    const Theme& t = theme();
    const QRectF box = QRectF(rect()).adjusted(1, 1, -1, -1);
    painter.setPen(hasFocus() ? QPen(t.accent, 2) : Qt::NoPen);
    painter.setBrush(underMouse() || isDown() ? t.raised : t.panel);
    painter.drawRoundedRect(box, 6, 6);

    const QRectF place(cardEdge, cardEdge, pictureWidth, height() - 2 * cardEdge);
    QPainterPath round;
    round.addRoundedRect(place, 3, 3);
    painter.fillPath(round, t.stage);
    painter.save();
    painter.setClipPath(round);
    if (!isThere_) painter.setOpacity(0.4);
    if (!picture_.isNull()) {
        const QSizeF size = QSizeF(picture_.size()).scaled(place.size(), Qt::KeepAspectRatioByExpanding);
        painter.drawImage(QRectF(place.center() - QPointF(size.width() / 2, size.height() / 2), size), picture_);
    }
    painter.restore();

    QFont font = painter.font();
    font.setPixelSize(13);
    font.setBold(true);
    painter.setFont(font);
    painter.setPen(isThere_ ? t.ink : t.ink3);
    const int left = cardEdge + pictureWidth + 12, room = width() - left - 12;
    painter.drawText(QRect(left, 10, room, 20), Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetrics(font).elidedText(series_.name, Qt::ElideMiddle, room));
    font.setPixelSize(12);
    font.setBold(false);
    painter.setFont(font);
    painter.setPen(isThere_ ? t.ink2 : t.warn);
    painter.drawText(QRect(left, 30, room, 20), Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetrics(font).elidedText(isThere_ ? series_.note : tr("moved  ·  Locate…"), Qt::ElideRight, room));
}

}  // namespace coarsen::window
