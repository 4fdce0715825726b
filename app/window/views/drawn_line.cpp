// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/drawn_line.hpp"

#include "app/window/theme/theme.hpp"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace coarsen::window {

namespace {

constexpr double endReach = 10, bodyReach = 6, shortestLine = 4;  // screen px

QPointF onFrame(const QPointF& at, const QSize& frame) {
    return {std::clamp(at.x(), 0.0, double(frame.width())), std::clamp(at.y(), 0.0, double(frame.height()))};
}

double distanceTo(const QLineF& line, const QPointF& place) {
    const QPointF along = line.p2() - line.p1(), there = place - line.p1();
    const double square = QPointF::dotProduct(along, along);
    if (square == 0) return std::hypot(there.x(), there.y());
    const double part = std::clamp(QPointF::dotProduct(there, along) / square, 0.0, 1.0);
    return QLineF(line.p1() + part * along, place).length();
}

}  // namespace

DrawnLine::Grip DrawnLine::gripAt(const QPointF& onScreen, const QTransform& toScreen) const {
    if (isEmpty()) return Grip::none;
    const QLineF shown = toScreen.map(line_);
    const double first = QLineF(shown.p1(), onScreen).length(), second = QLineF(shown.p2(), onScreen).length();
    if (std::min(first, second) <= endReach) return first < second ? Grip::first : Grip::second;
    return distanceTo(shown, onScreen) <= bodyReach ? Grip::whole : Grip::none;
}

void DrawnLine::begin(Grip grip, const QPointF& at, const QSize& frame) {
    before_ = line_;
    from_ = at;
    grip_ = grip;
    if (grip != Grip::none) return;
    line_ = {onFrame(at, frame), onFrame(at, frame)};
    grip_ = Grip::second;
}

void DrawnLine::drag(QPointF to, const QSize& frame, bool isStraight, const QTransform& toScreen) {
    if (grip_ == Grip::whole) {
        // As far as both ends stay on the frame.
        QPointF by = to - from_;
        by.setX(std::clamp(by.x(), -std::min(before_.x1(), before_.x2()), frame.width() - std::max(before_.x1(), before_.x2())));
        by.setY(std::clamp(by.y(), -std::min(before_.y1(), before_.y2()), frame.height() - std::max(before_.y1(), before_.y2())));
        line_ = before_.translated(by);
        return;
    }
    const QPointF fixed = grip_ == Grip::first ? line_.p2() : line_.p1();
    to = onFrame(to, frame);
    if (isStraight) {
        const QPointF way = toScreen.map(to) - toScreen.map(fixed);
        if (std::abs(way.x()) >= std::abs(way.y()))
            to.setY(fixed.y());
        else
            to.setX(fixed.x());
    }
    grip_ == Grip::first ? line_.setP1(to) : line_.setP2(to);
}

bool DrawnLine::end(const QTransform& toScreen) {
    const bool isLine = toScreen.map(line_).length() >= shortestLine;
    if (!isLine) line_ = before_;
    grip_ = Grip::none;
    return isLine;
}

void DrawnLine::paint(QPainter& painter, const QTransform& toScreen, std::optional<double> mark) const {
    if (isEmpty()) return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QLineF shown = toScreen.map(line_);
    const QColor blue = Theme::night().accent;  // on images in both themes: black and white are the structure's own
    for (const auto& [colour, width] : {std::pair{QColor(0, 0, 0, 200), 5.0}, {blue, 2.0}}) {
        painter.setPen(QPen(colour, width));
        painter.drawLine(shown);
    }
    painter.setPen(QPen(QColor(20, 22, 26), 1.4));
    painter.setBrush(Qt::white);
    for (const QPointF& end : {shown.p1(), shown.p2()})
        painter.drawEllipse(end, 5, 5);
    if (mark) {
        painter.setBrush(blue);
        painter.drawEllipse(shown.pointAt(*mark), 6, 6);
    }
    painter.restore();
}

}  // namespace coarsen::window
