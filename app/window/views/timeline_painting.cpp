// SPDX-License-Identifier: GPL-3.0-or-later
// What the timeline draws.
#include "app/window/theme/icons.hpp"
#include "app/window/theme/theme.hpp"
#include "app/window/views/timeline.hpp"

#include <QPaintEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace coarsen::window {

namespace {

/// 1, 2 or 5 times a power of ten near `wanted`.
double niceStep(double wanted) {
    const double power = std::pow(10.0, std::floor(std::log10(wanted)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (power * factor >= wanted) return power * factor;
    return power * 10;
}

}  // namespace

void Timeline::drawRuler(QPainter& painter) const {
    const Theme& t = theme();
    QFont font = painter.font();
    font.setPixelSize(10);
    painter.setFont(font);
    painter.setPen(QPen(t.line, 1));
    painter.drawLine(strip().left(), 16, strip().left() + static_cast<int>(cellWidth() * count()), 16);
    if (std::isfinite(first_) && last_ > first_) {
        const double span = (last_ - first_) * unit_.perBase,
                     step =
                         std::max(unit_.name == "frame" ? 1.0 : 0.0, niceStep(span * 80 / std::max(80.0, cellWidth() * count())));
        for (double at = std::ceil(first_ * unit_.perBase / step) * step; at <= last_ * unit_.perBase + 1e-9; at += step) {
            const double x = rulerX(at / unit_.perBase);
            painter.setPen(t.ink3);
            painter.drawText(QRectF(x - 50, 0, 100, 13), Qt::AlignCenter,
                             QString::number(at, 'g', 6) + (unit_.name == "frame" ? QString() : " " + unit_.name));
        }
    }
    if (drawnEvery() > 1) return;  // lines to cells thinner than the pictures would be a grey haze
    painter.setRenderHint(QPainter::Antialiasing);
    for (int frame = 0; frame < count(); ++frame)
        if (states_[static_cast<std::size_t>(frame)] == CellState::failed)
            drawMoment(painter, frame, t.error, t.error, 1);
        else
            drawMoment(painter, frame, t.ink3, t.line, 1);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

/// The tick at the frame's true time and the thin line from there to its cell.
void Timeline::drawMoment(QPainter& painter, int frame, const QColor& tick, const QColor& line, double width) const {
    const double time = times_[static_cast<std::size_t>(frame)];
    if (!std::isfinite(time)) return;
    const double x = rulerX(time), to = cellRect(frame).center().x();
    painter.setPen(QPen(tick, width));
    painter.drawLine(QPointF(x, 13), QPointF(x, 18));
    painter.setPen(QPen(line, width));
    painter.setBrush(Qt::NoBrush);
    QPainterPath path(QPointF(x, 18));
    path.cubicTo(QPointF(x, 26), QPointF(to, 22), QPointF(to, strip().top()));
    painter.drawPath(path);
}

void Timeline::drawCell(QPainter& painter, int place) const {
    const Theme& t = theme();
    const int frame = frameOf(place);
    const QRect cell = cellRect(frame);
    const CellState state = states_[static_cast<std::size_t>(frame)];
    if (hasFailed(frame)) return drawFailure(painter, cell);
    painter.fillRect(cell, t.line);
    auto known = thumbnails_.end();
    for (int at = place; at < std::min(count(), place + drawnEvery()) && known == thumbnails_.end(); ++at)
        known = thumbnails_.find(frameOf(at));
    if (known != thumbnails_.end()) {
        // The middle of the picture at its own proportions.
        const QImage& picture = known->second;
        const double scale = std::max(cell.width() / double(picture.width()), cell.height() / double(picture.height()));
        const QSizeF part(cell.width() / scale, cell.height() / scale);
        painter.setOpacity(state == CellState::excluded ? 0.35 : 1);
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
        painter.drawImage(QRectF(cell), picture,
                          QRectF(QPointF((picture.width() - part.width()) / 2, (picture.height() - part.height()) / 2), part));
        painter.setOpacity(1);
    }
    if (state == CellState::excluded)
        painter.drawPixmap(cell.center() - QPoint(8, 8), iconPixmap("excluded", 16, t.ink, devicePixelRatioF()));
}

void Timeline::drawFailure(QPainter& painter, const QRect& cell) const {
    painter.fillRect(cell, theme().errorSoft);
    painter.drawPixmap(cell.center() - QPoint(8, 8), iconPixmap("close", 16, theme().error, devicePixelRatioF()));
}

void Timeline::drawBars(QPainter& painter) const {
    const Theme& t = theme();
    const int top = barsTop();
    // When several frames share a pixel the worst state wins: that is what must be seen.
    std::vector<CellState> worst;
    std::vector<int> lefts;
    for (int place = 0; place < count(); ++place) {
        const int left = strip().left() + static_cast<int>(place * cellWidth());
        const CellState state = states_[static_cast<std::size_t>(frameOf(place))];
        if (!lefts.empty() && lefts.back() == left)
            worst.back() = std::max(worst.back(), state);
        else
            lefts.push_back(left), worst.push_back(state);
    }
    for (std::size_t i = 0; i < lefts.size(); ++i) {
        const int right = i + 1 < lefts.size() ? lefts[i + 1] : strip().left() + static_cast<int>(cellWidth() * count());
        const int gap = right - lefts[i] > 4 ? 2 : 0;
        const QRect bar(lefts[i], top, std::max(1, right - lefts[i] - gap), barHeight);
        switch (worst[i]) {
            case CellState::done:
                painter.fillRect(bar, t.ink3);
                break;
            case CellState::weak: {
                for (int x = bar.left(); x <= bar.right(); x += 6)
                    painter.fillRect(QRect(x, top, std::min(4, bar.right() - x + 1), barHeight), t.warn);
                break;
            }
            case CellState::noPeak: {
                painter.fillRect(bar, t.warnSoft);
                painter.setPen(t.warn);
                painter.drawRect(bar.adjusted(0, 0, -1, -1));
                break;
            }
            case CellState::failed:
                painter.fillRect(bar, t.error);
                break;
            case CellState::stale:
                painter.fillRect(bar, t.panel);
                painter.fillRect(bar, QBrush(t.ink3, Qt::BDiagPattern));
                break;
            case CellState::waiting:
            case CellState::excluded:
                if (bar.width() > 3) {
                    painter.setPen(worst[i] == CellState::waiting ? t.line : t.ink3);
                    painter.drawRect(bar.adjusted(0, 0, -1, -1));
                } else {
                    painter.fillRect(bar, t.line);
                }
                break;
        }
    }
}

void Timeline::drawNumbers(QPainter& painter) const {
    const Theme& t = theme();
    QFont font = painter.font();
    font.setPixelSize(10);
    const auto draw = [&](int place, bool isCurrent) {
        font.setBold(isCurrent);
        painter.setFont(font);
        painter.setPen(isCurrent ? t.accent : t.ink3);
        const double centre = strip().left() + (place + 0.5) * cellWidth();
        painter.drawText(QRectF(centre - 24, barsTop() + barHeight + 1, 48, 13), Qt::AlignCenter,
                         QString::number(frameOf(place)));
    };
    const int step = std::max(1, static_cast<int>(niceStep(48 / cellWidth())));
    const int multiple = step == 1 && count() > 12 ? 5 : step;
    const int current = isFrame(current_) ? sequence_.placeOf(current_) : -1;
    for (int place = 0; place < count(); place += multiple)
        if (place != current && std::abs(place - current) * cellWidth() >= 26) draw(place, false);
    if (isFrame(current_)) draw(current, true);
}

/// Draws what a step or a run moves, over the still part: the current place is blue.
void Timeline::drawPlaces(QPainter& painter) const {
    const Theme& t = theme();
    if (isFrame(running_)) {
        const int left = strip().left() + static_cast<int>(sequence_.placeOf(running_) * cellWidth());
        painter.fillRect(left, barsTop(), std::max(1, static_cast<int>(cellWidth()) - 2), barHeight, t.accent);
    }
    if (!isFrame(current_)) return;
    if (hasFailed(current_)) drawFailure(painter, cellRect(current_));  // in a cell of several it has no picture of its own
    painter.setRenderHint(QPainter::Antialiasing);
    if (drawnEvery() == 1) {
        const QColor colour = states_[static_cast<std::size_t>(current_)] == CellState::failed ? t.error : t.accent;
        drawMoment(painter, current_, colour, colour, 2);
    }
    painter.setPen(QPen(t.accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(cellRect(current_)).adjusted(-1, -1, 1, 1), 3, 3);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

/// A dashed cell whose dot swells and fades while the folder is watched; it stands still when the folder is away.
void Timeline::drawWatch(QPainter& painter) const {
    const Theme& t = theme();
    const QRect cell = watchRect();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(watch_.isAway ? t.warn : t.accent, 1, Qt::DashLine));
    painter.setBrush(watch_.isAway ? t.warnSoft : t.panel);
    painter.drawRoundedRect(QRectF(cell).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    const double swell = 0.5 - 0.5 * std::cos(2 * std::numbers::pi * beat_ / beats);
    QColor dot = watch_.isAway ? t.warn : t.accent;
    dot.setAlphaF(static_cast<float>(watch_.isAway ? 1 : 0.35 + 0.65 * swell));
    const double radius = watch_.isAway ? 3 : 2 + 2 * swell;
    painter.setPen(Qt::NoPen);
    painter.setBrush(dot);
    painter.drawEllipse(QPointF(cell.left() + 9, cell.center().y()), radius, radius);
    painter.setRenderHint(QPainter::Antialiasing, false);
    QFont font = painter.font();
    font.setPixelSize(10);
    font.setBold(false);
    painter.setFont(font);
    painter.setPen(t.ink2);
    painter.drawText(cell.adjusted(18, 2, -3, -2), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextWordWrap, watch_.words);
}

/// All that stays while frames are stepped through: it costs milliseconds at thousands of frames.
void Timeline::drawStill() {
    still_ = QPixmap(size() * devicePixelRatioF());
    still_.setDevicePixelRatio(devicePixelRatioF());
    still_.fill(theme().panel);
    QPainter painter(&still_);
    painter.setFont(font());
    painter.fillRect(QRect(transportWidth, 0, 1, height()), theme().line);
    if (count() == 0) return;
    drawRuler(painter);
    for (int place = 0; place < count(); place += drawnEvery())
        drawCell(painter, place);
    drawBars(painter);
}

void Timeline::paintEvent(QPaintEvent* event) {
    if (still_.deviceIndependentSize() != QSizeF(size()) || still_.devicePixelRatio() != devicePixelRatioF()) drawStill();
    QPainter painter(this);
    painter.drawPixmap(0, 0, still_);
    if (watch_.isOn && watchRect().contains(event->rect())) return drawWatch(painter);  // a beat
    const Theme& t = theme();
    QFont font = painter.font();
    font.setPixelSize(15);
    font.setBold(true);
    painter.setFont(font);
    painter.setPen(t.accent);
    const QString number = current_ >= 0 ? QString::number(current_) : QStringLiteral("–");
    const int y = height() / 2 + 16;
    painter.drawText(16, y, number);
    if (count() == 0) return;
    const int after = 16 + QFontMetrics(font).horizontalAdvance(number) + 8;
    font.setPixelSize(12);
    font.setBold(false);
    painter.setFont(font);
    painter.setPen(t.ink2);
    painter.drawText(after, y, tr("of 0 – %1").arg(count() - 1));
    drawPlaces(painter);
    drawNumbers(painter);
    if (watch_.isOn) drawWatch(painter);
}

}  // namespace coarsen::window
