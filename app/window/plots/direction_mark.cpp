// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/direction_mark.hpp"

#include "app/window/plots/direction_curve.hpp"
#include "app/window/theme/plot_style.hpp"
#include "app/window/theme/words.hpp"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace coarsen::window {

namespace {

constexpr double degree = std::numbers::pi / 180, handleAt = 0.84;
constexpr double leastOpening = 2;  // degrees

/// From 0 to 180 degrees.
double halfTurnOf(double angleDeg) {
    const double rest = std::fmod(angleDeg, 180);
    return rest < 0 ? rest + 180 : rest;
}

}  // namespace

QString nameOf(const Direction& direction) {
    const QString angle = number(direction.angleDeg, 0) + QStringLiteral("°");
    return direction.isLine() ? QObject::tr("along %1").arg(angle)
                              : QStringLiteral("%1 ± %2°").arg(angle, number(direction.openingDeg / 2, 0));
}

DirectionMark::DirectionMark(QCustomPlot* plot, const Theme& theme) : plot_(plot) {
    plot->addLayer("direction", plot->layer("overlay"), QCustomPlot::limBelow);
    layer_ = plot->layer("direction");
    layer_->setMode(QCPLayer::lmBuffered);
    const auto curve = [&] {
        auto* const made = new QCPCurve(plot->xAxis, plot->yAxis);
        made->setLayer(layer_);
        return made;
    };
    halves_ = {curve(), curve()};
    casing_ = curve();
    line_ = curve();
    handles_ = curve();
    handles_->setLineStyle(QCPCurve::lsNone);
    applyTheme(theme);
}

void DirectionMark::applyTheme(const Theme& t) {
    QColor ground = t.plot, fill = t.ink;
    ground.setAlphaF(0.85f);
    fill.setAlphaF(0.12f);
    for (QCPCurve* half : halves_) {
        half->setPen(Qt::NoPen);
        half->setBrush(fill);
    }
    casing_->setPen(pen(ground, 4));
    line_->setPen(pen(t.ink, 1.6));
    handles_->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, pen(t.ink, 1.6), t.plot, 9));
}

void DirectionMark::add(QCPCurve* curve, double angleDeg, double radius) const {
    curve->addData(radius * std::cos(angleDeg * degree), radius * std::sin(angleDeg * degree));
}

void DirectionMark::show(const std::optional<Direction>& direction, double reach) {
    direction_ = direction;
    for (QCPCurve* curve : {halves_[0], halves_[1], casing_, line_, handles_})
        curve->data()->clear();
    if (direction) {
        const double half = direction->openingDeg / 2;
        const std::initializer_list<double> borders = {direction->angleDeg - half, direction->angleDeg + half};
        for (const double border : borders) {
            for (QCPCurve* curve : {casing_, line_}) {
                add(curve, border, -reach);
                add(curve, border, reach);
                add(curve, border, std::nan(""));
            }
            for (const double side : {-handleAt, handleAt})
                add(handles_, border, side * reach);
            if (direction->isLine()) break;
        }
        for (std::size_t i = 0; i < halves_.size() && !direction->isLine(); ++i) {
            const double side = i == 0 ? reach : -reach;
            add(halves_[i], 0, 0);
            for (double angle = -half; angle < half; angle += 1)
                add(halves_[i], direction->angleDeg + angle, side);
            add(halves_[i], direction->angleDeg + half, side);
        }
    }
    if (plot_->isVisible()) layer_->replot();
}

QPointF DirectionMark::onAxes(const QPointF& place) const {
    return {plot_->xAxis->pixelToCoord(place.x()), plot_->yAxis->pixelToCoord(place.y())};
}

double DirectionMark::distanceTo(double angleDeg, const QPointF& place) const {
    const QPointF at = onAxes(place);
    const double units = at.x() * std::sin(angleDeg * degree) - at.y() * std::cos(angleDeg * degree);
    return std::abs(units) * plot_->axisRect()->width() / plot_->xAxis->range().size();
}

DirectionMark::Part DirectionMark::partAt(const QPointF& place, double reach) const {
    if (!direction_) return Part::nothing;
    const QPointF centre(plot_->xAxis->coordToPixel(0), plot_->yAxis->coordToPixel(0)), away = place - centre;
    const double half = direction_->openingDeg / 2;
    // Near the centre all borders are near: there the whole direction turns.
    if (!direction_->isLine() && std::hypot(away.x(), away.y()) > 3 * reach &&
        std::min(distanceTo(direction_->angleDeg - half, place), distanceTo(direction_->angleDeg + half, place)) <= reach)
        return Part::border;
    return distanceTo(direction_->angleDeg, place) <= reach ? Part::line : Part::nothing;
}

Direction DirectionMark::dragged(Part part, const QPointF& place) const {
    const QPointF at = onAxes(place);
    Direction direction = direction_.value_or(Direction{});
    if (at.isNull()) return direction;
    const double angle = halfTurnOf(std::atan2(at.y(), at.x()) / degree);
    if (part == Part::border) {
        const double apart = halfTurnOf(angle - direction.angleDeg);
        direction.openingDeg = std::max(leastOpening, 2 * std::round(std::min(apart, 180 - apart)));
    } else {
        direction.angleDeg = halfTurnOf(std::round(angle));
    }
    return direction;
}

}  // namespace coarsen::window
