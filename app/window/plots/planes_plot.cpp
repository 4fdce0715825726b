// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/planes_plot.hpp"

#include "app/window/theme/plot_style.hpp"
#include "app/window/theme/words.hpp"
#include "app/window/values/volume_slices.hpp"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace coarsen::window {

namespace {

constexpr double leastShown = 1e-3;  // of a logarithmic scale: three decades
constexpr int aboveAll = 6, roomBetweenNumbers = 6;
constexpr int roomForTheirNames = 300;  // px of height

using Offsets = std::array<int, 3>;

Offsets reachOf(const CorrelationVolume& map) {
    return {map.maxLagX, map.maxLagY, map.maxLagZ};
}

float valueIn(const CorrelationVolume& map, const SlicePlane& plane, int across, int down) {
    Offsets at{};
    at[plane.across] = across;
    at[plane.down] = down;
    return valueAt(map, at[0], at[1], at[2]);
}

/// As many as stand apart from each other in that many px.
void fitNumbers(QCPAxis& axis, int room, bool isAcross) {
    constexpr int most = 5, apart = 6;
    const QFontMetrics metrics(axis.tickLabelFont());
    for (int count = most; count > 0; --count) {
        QVector<double> ticks;
        QVector<QString> labels;
        axis.ticker()->setTickCount(count);
        axis.ticker()->generate(axis.range(), QLocale::c(), 'g', 4, ticks, nullptr, &labels);
        int wanted = 0;
        for (qsizetype i = 0; i < labels.size(); ++i)
            if (axis.range().contains(ticks[i]))
                wanted += apart + (isAcross ? metrics.horizontalAdvance(labels[i]) : metrics.height());
        if (wanted <= room) return;
    }
}

}  // namespace

float valueAt(const CorrelationVolume& map, int X, int Y, int Z) {
    if (Z < 0) X = -X, Y = -Y, Z = -Z;
    if (std::abs(X) > map.maxLagX || std::abs(Y) > map.maxLagY || Z > map.maxLagZ) return std::numeric_limits<float>::quiet_NaN();
    const auto row = static_cast<std::size_t>(2 * map.maxLagX + 1), rows = static_cast<std::size_t>(2 * map.maxLagY + 1);
    return map.value[(static_cast<std::size_t>(Z) * rows + static_cast<std::size_t>(Y + map.maxLagY)) * row +
                     static_cast<std::size_t>(X + map.maxLagX)];
}

double colourLimit(const CorrelationVolume& map) {
    const Offsets reach = reachOf(map);
    const Spacing& sides = map.spacing;
    const std::array<double, 3> side = {sides.x, sides.y, sides.z};
    int centre = 1;  // where C first falls below 0 along x: the edge of the central peak
    while (centre < reach[0] && valueAt(map, centre, 0, 0) > 0)
        ++centre;
    if (centre >= reach[0]) centre = std::max(1, reach[0] / 10);
    std::vector<double> values;
    for (const SlicePlane& plane : slicePlanes)
        for (int down = -reach[plane.down]; down <= reach[plane.down]; ++down)
            for (int across = -reach[plane.across]; across <= reach[plane.across]; ++across) {
                const double value = std::abs(valueIn(map, plane, across, down));
                if (std::hypot(across * side[plane.across], down * side[plane.down]) > centre * side[0] && !std::isnan(value))
                    values.push_back(value);
            }
    if (values.empty()) return 1;
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(0.995 * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), at, values.end());
    return std::max(*at, 1e-6);
}

PlanesPlot::PlanesPlot(QCustomPlot* plot, const Theme& theme)
    : plot_(plot), places_(new QCPLayoutInset), scale_(new QCPColorScale(plot)) {
    plot->plotLayout()->clear();
    plot->plotLayout()->setMargins({});
    plot->plotLayout()->addElement(0, 0, places_);
    places_->setMargins({});
    for (Plane& plane : planes_) {
        plane.rect = new QCPAxisRect(plot, false);
        for (const auto side : {QCPAxis::atLeft, QCPAxis::atBottom})
            plane.rect->addAxis(side);
        plane.rect->setAutoMargins(QCP::msNone);
        plane.rect->setMargins({});
        plane.rect->setMinimumSize(1, 1);
        places_->addElement(plane.rect, QRectF(0, 0, 1, 1));
        QCPAxis *const across = plane.rect->axis(QCPAxis::atBottom), *const down = plane.rect->axis(QCPAxis::atLeft);
        for (QCPAxis* axis : {across, down}) {
            axis->setLayer("axes");
            axis->grid()->setLayer("grid");
        }
        down->setRangeReversed(true);  // y and z grow downwards, as in the slices
        plane.map = new QCPColorMap(across, down);
        plane.map->setInterpolate(true);
        plane.map->setColorScale(scale_);
        const auto item = [&](auto* made) {
            made->setClipAxisRect(plane.rect);
            for (QCPItemPosition* position : made->positions()) {
                position->setAxisRect(plane.rect);
                position->setAxes(across, down);
            }
            return made;
        };
        plane.casing = item(new QCPItemEllipse(plot));
        plane.ring = item(new QCPItemEllipse(plot));
        plane.hover = item(new QCPItemEllipse(plot));
        plane.hover->setVisible(false);
        plane.name = item(addWords(plot));
        plane.name->position->setType(QCPItemPosition::ptAxisRectRatio);
        plane.name->position->setCoords(0.03, 0.03);
        plane.name->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
        plane.name->setPadding({4, 1, 4, 1});
        plane.name->setText(slicePlanes[static_cast<std::size_t>(&plane - planes_.data())].name);
    }
    scale_->setType(QCPAxis::atRight);
    scale_->setBarWidth(10);
    scale_->setRangeDrag(false);
    scale_->setRangeZoom(false);
    places_->addElement(scale_, QRectF(0, 0, 1, 1));
    for (int i = 0; i < places_->elementCount(); ++i)
        places_->setInsetPlacement(i, QCPLayoutInset::ipFree);
    applyTheme(theme);
    clear();
}

void PlanesPlot::applyTheme(const Theme& t) {
    theme_ = &t;
    stylePlot(plot_, t);
    styleAxis(scale_->axis(), t);
    scale_->axis()->grid()->setVisible(false);
    QColor ground = t.plot;
    ground.setAlphaF(0.8F);
    for (Plane& plane : planes_) {
        plane.map->setGradient(gradientOf(look_.shownColours(), t.dark));
        plane.casing->setPen(pen(QColor(0, 0, 0, 166), 4.5));
        plane.ring->setPen(pen(t.ring, 2));
        plane.hover->setPen(pen(t.ink3, 1));
        plane.name->setColor(t.ink);
        plane.name->setBrush(ground);
    }
}

void PlanesPlot::show(const CorrelationVolume& map, const LengthScale& rMax, const Spacing& spacing, const MapLook& look) {
    const Offsets reach = reachOf(map);
    const std::array<double, 3> side = {spacing.x, spacing.y, spacing.z};
    const double perPx = spacing.perPx(), umPerPx = spacing.isInUm ? perPx : 1;
    double longest = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
        longest = std::max(longest, reach[axis] * side[axis] / perPx * umPerPx);
    const Unit unit = lengthUnit(spacing.isInUm, 3 * longest);  // short labels: the planes are small
    unit_ = unit.name;
    pxPerUnit_ = 1 / (umPerPx * unit.perBase);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        unitsPerVoxel_[axis] = side[axis] / perPx / pxPerUnit_;
        reach_[axis] = reach[axis] * unitsPerVoxel_[axis];
    }
    for (std::size_t i = 0; i < planes_.size(); ++i) {
        const SlicePlane& plane = slicePlanes[i];
        const int across = reach[plane.across], down = reach[plane.down];
        QCPColorMapData* const cells = planes_[i].map->data();
        cells->setSize(2 * across + 1, 2 * down + 1);
        cells->setRange({-reach_[plane.across], reach_[plane.across]}, {-reach_[plane.down], reach_[plane.down]});
        for (int y = -down; y <= down; ++y)
            for (int x = -across; x <= across; ++x) {
                const double value = valueIn(map, plane, x, y);
                cells->setCell(x + across, y + down, look.isLogarithmic ? std::abs(value) : value);
            }
        planes_[i].rect->axis(QCPAxis::atBottom)->setRange(-reach_[plane.across], reach_[plane.across]);
        planes_[i].rect->axis(QCPAxis::atLeft)->setRange(-reach_[plane.down], reach_[plane.down]);
        planes_[i].map->setVisible(true);
        planes_[i].name->setVisible(true);
    }
    isThere_ = true;
    setColours(map, look);
    ringRadius_ = rMax.isFound() ? rMax.px / pxPerUnit_ : 0;
    placeRings();
}

void PlanesPlot::setColours(const CorrelationVolume& map, const MapLook& look) {
    look_ = look;
    limit_ = look.limit.value_or(look.isLogarithmic ? 1 : colourLimit(map));
    for (Plane& plane : planes_) {
        plane.map->setGradient(gradientOf(look.shownColours(), theme_->dark));
        plane.map->setDataScaleType(look.isLogarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    }
    setLogarithmic(scale_->axis(), look.isLogarithmic, *theme_);
    scale_->axis()->grid()->setVisible(false);
    scale_->setDataRange(look.isLogarithmic ? QCPRange(leastShown * limit_, limit_) : QCPRange(-limit_, limit_));
}

void PlanesPlot::clear() {
    isThere_ = false;
    ringRadius_ = 0;
    for (Plane& plane : planes_) {
        plane.map->setVisible(false);
        plane.name->setVisible(false);
        plane.hover->setVisible(false);
    }
    placeRings();
}

void PlanesPlot::placeRings() {
    for (Plane& plane : planes_)
        for (QCPItemEllipse* circle : {plane.casing, plane.ring}) {
            circle->topLeft->setCoords(-ringRadius_, -ringRadius_);
            circle->bottomRight->setCoords(ringRadius_, ringRadius_);
            circle->setVisible(ringShown_ && ringRadius_ > 0);
        }
}

void PlanesPlot::setRingShown(bool shown) {
    ringShown_ = shown;
    placeRings();
}

void PlanesPlot::setRing(double px) {
    ringRadius_ = px / pxPerUnit_;
    placeRings();
}

bool PlanesPlot::isOnRing(const QPointF& place, double reach) const {
    const auto offset = offsetAt(place);
    if (!offset || !ringShown_ || ringRadius_ <= 0) return false;
    const double unitsPerScreenPx = 2 * reach_[0] / std::max(1, planes_[0].rect->width());
    return std::abs(offset->radiusPx / pxPerUnit_ - ringRadius_) <= reach * unitsPerScreenPx;
}

void PlanesPlot::setHoveredRadius(std::optional<double> px) {
    for (Plane& plane : planes_) {
        plane.hover->setVisible(px && isThere_);
        if (!px) continue;
        plane.hover->topLeft->setCoords(-*px / pxPerUnit_, -*px / pxPerUnit_);
        plane.hover->bottomRight->setCoords(*px / pxPerUnit_, *px / pxPerUnit_);
    }
}

std::optional<PlanesPlot::Offset> PlanesPlot::offsetAt(const QPointF& place) const {
    if (!isThere_) return std::nullopt;
    for (std::size_t i = 0; i < planes_.size(); ++i) {
        if (!planes_[i].rect->rect().contains(place.toPoint())) continue;
        const double across = planes_[i].rect->axis(QCPAxis::atBottom)->pixelToCoord(place.x()),
                     down = planes_[i].rect->axis(QCPAxis::atLeft)->pixelToCoord(place.y());
        Offset offset;
        offset.voxels[slicePlanes[i].across] = across / unitsPerVoxel_[slicePlanes[i].across];
        offset.voxels[slicePlanes[i].down] = down / unitsPerVoxel_[slicePlanes[i].down];
        offset.radiusPx = std::hypot(across, down) * pxPerUnit_;
        return offset;
    }
    return std::nullopt;
}

void PlanesPlot::nameEverything() {
    isNamed_ = true;
}

/// xy above xz, which share their columns, and yz beside xz, whose rows it shares; the colour bar fills the corner.
void PlanesPlot::layOut(const QSize& room) {
    namesAxes_ = isNamed_ || room.height() >= roomForTheirNames;
    QFont font = QApplication::font();
    font.setPixelSize(11);
    const QFontMetrics metrics(font);
    const double longest = *std::ranges::max_element(reach_);
    const int numbers = metrics.horizontalAdvance(QStringLiteral("−") + QString::number(std::round(longest)));
    const int named = namesAxes_ ? metrics.height() + 4 : 0;
    const int gap = numbers + roomBetweenNumbers, rowGap = metrics.height();  // where numbers of two planes meet
    const int left = numbers + 10 + named, below = metrics.height() + 8 + named, right = 6;
    const double scale = std::max(0.0, std::min((room.width() - left - right - gap) / (2 * (reach_[0] + reach_[1])),
                                                (room.height() - aboveAll - below - rowGap) / (2 * (reach_[1] + reach_[2]))));
    const auto along = [&](std::size_t axis) { return std::max(1, static_cast<int>(2 * reach_[axis] * scale)); };
    const int across = left + along(0) + gap + along(1) + right, down = aboveAll + along(1) + rowGap + along(2) + below;
    const int x = std::max(0, room.width() - across) / 2 + left, y = std::max(0, room.height() - down) / 2 + aboveAll;
    const int lower = y + along(1) + rowGap, beside = x + along(0) + gap;
    const std::array<QRect, 4> places = {QRect(x, y, along(0), along(1)), QRect(x, lower, along(0), along(2)),
                                         QRect(beside, lower, along(1), along(2)),
                                         QRect(beside, y, std::max(along(1), 60), along(1))};
    for (std::size_t i = 0; i < places.size(); ++i) {
        const QRectF at(places[i]);
        places_->setInsetRect(static_cast<int>(i), QRectF(at.x() / room.width(), at.y() / room.height(),
                                                          at.width() / room.width(), at.height() / room.height()));
    }
    static constexpr std::array names = {"X₀ (%1)", "Y₀ (%1)", "Z₀ (%1)"};
    const std::array<std::pair<bool, bool>, 3> numbered = {{{false, true}, {true, true}, {true, false}}};  // below, left
    for (std::size_t i = 0; i < planes_.size(); ++i) {
        const auto dress = [&](QCPAxis::AxisType side, std::size_t axis, bool isNumbered) {
            QCPAxis* const shown = planes_[i].rect->axis(side);
            shown->setTickLabels(isNumbered);
            shown->setTicks(isNumbered);
            shown->setLabel(isNumbered && namesAxes_ && !unit_.isEmpty() ? QString::fromUtf8(names[axis]).arg(unit_) : QString());
            if (isNumbered) fitNumbers(*shown, along(axis), side == QCPAxis::atBottom);
        };
        dress(QCPAxis::atBottom, slicePlanes[i].across, numbered[i].first);
        dress(QCPAxis::atLeft, slicePlanes[i].down, numbered[i].second);
    }
    scale_->axis()->ticker()->setTickCount(along(1) < 120 ? 3 : 5);
    if (namesAxes_) scale_->setLabel(look_.isLogarithmic ? QStringLiteral("|C3D|") : QStringLiteral("C3D"));
}

}  // namespace coarsen::window
