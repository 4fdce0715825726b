// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/plot_zoom.hpp"

#include <QWheelEvent>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace coarsen::window {

namespace {
constexpr double perNotch = 0.8, closest = 1.0 / 60;  // of all there is
constexpr int notch = 120;                            // an eighth of a degree each
}  // namespace

PlotZoom::PlotZoom(QCPAxis* x, QCPAxis* y, QObject* parent) : QObject(parent), x_(x), y_(y) {}

PlotZoom::Range PlotZoom::rangeOf(const QCPAxis* axis) {
    const QCPRange range = axis->range();
    if (axis->scaleType() == QCPAxis::stLinear) return {range.lower, range.upper};
    return {std::log(range.lower), std::log(range.upper)};
}

double PlotZoom::evenPlace(const QCPAxis* axis, double pixel) {
    const double value = axis->pixelToCoord(pixel);
    return axis->scaleType() == QCPAxis::stLinear ? value : std::log(value);
}

void PlotZoom::look(QCPAxis* axis, const Range& range) {
    if (axis->scaleType() == QCPAxis::stLinear)
        axis->setRange(range.lower, range.upper);
    else
        axis->setRange(std::exp(range.lower), std::exp(range.upper));
}

/// As wide as wanted where there is room, and moved until it lies inside.
PlotZoom::Range PlotZoom::within(Range wanted, const Range& bounds) {
    const bool fits = wanted.lower >= bounds.lower && wanted.upper <= bounds.upper;
    if (fits && wanted.size() >= closest * bounds.size()) return wanted;
    const double size = std::clamp(wanted.size(), closest * bounds.size(), bounds.size());
    const double middle = (wanted.lower + wanted.upper) / 2;
    const double lower = std::clamp(middle - size / 2, bounds.lower, bounds.upper - size);
    return {lower, lower + size};
}

void PlotZoom::keep(const QString& kind, std::optional<double> highest) {
    if (kind != kind_) part_.reset();
    kind_ = kind;
    all_ = {rangeOf(x_), rangeOf(y_)};
    bounds_ = all_;
    if (highest && y_->scaleType() == QCPAxis::stLinear) bounds_.y.upper = std::max(bounds_.y.upper, *highest);
    if (part_) take(*part_);
}

void PlotZoom::take(const Part& wanted) {
    part_ = {within(wanted.x, bounds_.x), within(wanted.y, bounds_.y)};
    look(x_, part_->x);
    look(y_, part_->y);
}

void PlotZoom::reset() {
    if (!part_) return;
    part_.reset();
    look(x_, all_.x);
    look(y_, all_.y);
    emit changed();
}

void PlotZoom::wheel(const QWheelEvent& event) {
    const double factor = std::pow(perNotch, event.angleDelta().y() / double(notch));
    const auto scaled = [factor](const Range& range, double about) {
        return Range{about + (range.lower - about) * factor, about + (range.upper - about) * factor};
    };
    const Part now = part_.value_or(all_);
    take({scaled(now.x, evenPlace(x_, event.position().x())), scaled(now.y, evenPlace(y_, event.position().y()))});
    const auto isAll = [](const Range& part, const Range& all) {
        return std::abs(part.lower - all.lower) + std::abs(part.upper - all.upper) < 1e-9 * all.size();
    };
    if (isAll(part_->x, all_.x) && isAll(part_->y, all_.y)) part_.reset();
    emit changed();
}

void PlotZoom::press(const QPointF& place) {
    if (!part_) return;  // all is seen
    pressedAt_ = place;
    pressedPart_ = *part_;
}

void PlotZoom::drag(const QPointF& place) {
    if (!pressedAt_ || !part_) return;
    const auto moved = [](const QCPAxis* axis, const Range& range, double from, double to) {
        const double by = evenPlace(axis, from) - evenPlace(axis, to);
        return Range{range.lower + by, range.upper + by};
    };
    take({moved(x_, pressedPart_.x, pressedAt_->x(), place.x()), moved(y_, pressedPart_.y, pressedAt_->y(), place.y())});
    emit changed();
}

}  // namespace coarsen::window
