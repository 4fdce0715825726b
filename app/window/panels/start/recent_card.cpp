// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/start/recent_card.hpp"

#include "app/window/theme/theme.hpp"

#include <QContextMenuEvent>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QPainterPath>

namespace coarsen::window {

namespace {
constexpr int pictureWidth = 148, cardEdge = 8;
}

RecentCard::RecentCard(OfferedSeries offered, QWidget* parent) : QAbstractButton(parent), offered_(std::move(offered)) {
    const RecentSeries& series = offered_.series;
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::TabFocus);
    setFixedHeight(sizeHint().height());
    setToolTip(offered_.left ? tr("%1\nOpens the unsaved work on it; a right click opens the images anew").arg(series.path)
               : isThere()   ? series.path
                             : tr("%1 is not there any more. Click to say where it is now.").arg(series.path));
    setAccessibleName(series.name + ", " + (isThere() ? offered_.note() : tr("moved")));
    setObjectName("recent");
}

void RecentCard::contextMenuEvent(QContextMenuEvent* event) {
    auto* const menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName("recent-card-menu");
    menu->addAction(tr("Open"), this, &QAbstractButton::clicked);
    if (offered_.left) {
        menu->addAction(tr("Open the images anew"), this, &RecentCard::openAnewWanted);
        menu->addAction(tr("Discard the unsaved work"), this, &RecentCard::discardWanted);
    }
    menu->addAction(tr("Forget"), this, &RecentCard::forgetWanted);
    const bool isByKey = event->reason() == QContextMenuEvent::Keyboard;
    menu->popup(isByKey ? mapToGlobal(rect().center()) : event->globalPos());
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
    if (!isThere()) painter.setOpacity(0.4);
    if (!offered_.picture.isNull()) {
        const QSizeF size = QSizeF(offered_.picture.size()).scaled(place.size(), Qt::KeepAspectRatioByExpanding);
        painter.drawImage(QRectF(place.center() - QPointF(size.width() / 2, size.height() / 2), size), offered_.picture);
    }
    painter.restore();

    const RecentSeries& series = offered_.series;
    const int left = cardEdge + pictureWidth + 12, right = width() - 12;
    QFont font = painter.font();
    const auto write = [&](int top, int room, Qt::Alignment side, const QColor& colour, const QString& words,
                           Qt::TextElideMode elided) {
        painter.setFont(font);
        painter.setPen(colour);
        const int from = side & Qt::AlignRight ? right - room : left;
        painter.drawText(QRect(from, top, room, 20), side | Qt::AlignVCenter, QFontMetrics(font).elidedText(words, elided, room));
    };
    font.setPixelSize(11);
    const QString date = QLocale::c().toString(series.opened, QStringLiteral("d MMM yyyy"));
    const int dateRoom = QFontMetrics(font).horizontalAdvance(date) + 2;
    write(7, dateRoom, Qt::AlignRight, t.ink3, date, Qt::ElideNone);
    write(47, right - left, Qt::AlignLeft, t.ink3, series.path, Qt::ElideMiddle);
    font.setPixelSize(12);
    write(27, right - left, Qt::AlignLeft, isThere() ? t.ink2 : t.warn, isThere() ? offered_.note() : tr("moved  ·  Locate…"),
          Qt::ElideRight);
    font.setPixelSize(13);
    font.setBold(true);
    write(7, right - left - dateRoom - 8, Qt::AlignLeft, isThere() ? t.ink : t.ink3, series.name, Qt::ElideMiddle);
}

}  // namespace coarsen::window
