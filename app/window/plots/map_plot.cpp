// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/map_plot.hpp"

#include "app/window/theme/plot_style.hpp"
#include "app/window/theme/words.hpp"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace coarsen::window {

namespace {
constexpr double decades = 1e-3;  // of a logarithmic scale
}

double colourLimit(const CorrelationMap& map) {
    const int R = map.maxLag();
    int centre = 1;  // where C first falls below 0 to the right: the edge of the central peak
    while (centre < R && map.at(centre, 0) > 0)
        ++centre;
    if (centre >= R) centre = std::max(1, R / 10);
    std::vector<double> values;
    for (int Y0 = 0; Y0 <= R; Y0 += 2) {
        for (int X0 = -R; X0 <= R; X0 += 2) {
            const double value = std::abs(map.at(X0, Y0));
            if (X0 * X0 + Y0 * Y0 > centre * centre && !std::isnan(value)) values.push_back(value);
        }
    }
    if (values.empty()) return 1;
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(0.995 * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), at, values.end());
    return std::max(*at, 1e-6);
}

MapLook lookOfPeak(double peak, int lagsPerCell) {
    constexpr double least = 0.01;
    MapLook look;
    look.limit = std::max(least, peak);
    look.lagsPerCell = lagsPerCell;
    return look;
}

MapPlot::MapPlot(QCustomPlot* plot, const Theme& theme) : plot_(plot) {
    plot->plotLayout()->setMargins({});
    map_ = new QCPColorMap(plot->xAxis, plot->yAxis);
    map_->setInterpolate(true);
    scale_ = addColourScale(plot);
    map_->setColorScale(scale_);
    plot->yAxis->setRangeReversed(true);  // y grows downwards in images
    axis_ = new QCPCurve(plot->xAxis, plot->yAxis);
    ellipseCasing_ = new QCPCurve(plot->xAxis, plot->yAxis);
    ellipse_ = new QCPCurve(plot->xAxis, plot->yAxis);
    elongation_ = new QCPItemText(plot);
    QFont font = QApplication::font();
    font.setPixelSize(11);
    elongation_->setFont(font);
    elongation_->setPadding({5, 2, 5, 2});
    elongation_->setPositionAlignment(Qt::AlignLeft | Qt::AlignBottom);
    elongation_->position->setType(QCPItemPosition::ptAxisRectRatio);
    elongation_->position->setCoords(0.015, 0.985);
    casing_ = new QCPItemEllipse(plot);
    ring_ = new QCPItemEllipse(plot);
    plot->addLayer("hover", plot->layer("overlay"), QCustomPlot::limBelow);
    hoverLayer_ = plot->layer("hover");
    hoverLayer_->setMode(QCPLayer::lmBuffered);
    hover_ = new QCPItemEllipse(plot);
    hover_->setLayer(hoverLayer_);
    hover_->setVisible(false);
    peakCasing_ = new QCPItemTracer(plot);
    peak_ = new QCPItemTracer(plot);
    for (QCPItemTracer* mark : {peakCasing_, peak_}) {
        mark->setStyle(QCPItemTracer::tsCircle);
        mark->setSize(15);
        mark->setVisible(false);
    }
    direction_ = std::make_unique<DirectionMark>(plot, theme);
    applyTheme(theme);
    clear();
}

void MapPlot::applyTheme(const Theme& t) {
    theme_ = &t;
    direction_->applyTheme(t);
    stylePlot(plot_, t);
    styleAxis(scale_->axis(), t);
    scale_->axis()->grid()->setVisible(false);
    map_->setGradient(gradientOf(look_.shownColours(), t.dark));
    casing_->setPen(pen(QColor(0, 0, 0, 166), 4.5));
    ring_->setPen(pen(t.ring, 2));
    hover_->setPen(pen(t.ink3, 1));
    ellipse_->setPen(pen(t.ink, 1.6));
    axis_->setPen(pen(t.ink, 1.4));
    QColor ground = t.plot;
    ground.setAlphaF(0.85f);
    ellipseCasing_->setPen(pen(ground, 4));
    peakCasing_->setPen(pen(ground, 5));
    peak_->setPen(pen(t.ink, 2));
    elongation_->setBrush(ground);
    elongation_->setColor(t.ink);
    for (QCPItemEllipse* circle : {casing_, ring_, hover_})
        circle->setBrush(Qt::NoBrush);
}

void MapPlot::show(const CorrelationMap& map, const LengthScale& rMax, const Anisotropy& anisotropy,
                   const Calibration& calibration, const MapLook& look) {
    const int R = map.maxLag(), side = 2 * R + 1, reachPx = R * look.lagsPerCell;
    const double umPerPx = calibration.isKnown() ? calibration.umPerPx() : 1;
    const Unit unit = lengthUnit(calibration.isKnown(), 3 * reachPx * umPerPx);  // short labels: the map is small
    pxPerUnit_ = 1 / (umPerPx * unit.perBase);
    stretch_ = std::sqrt(calibration.aspect());
    const double across = reachPx / pxPerUnit_ / stretch_, down = reachPx / pxPerUnit_ * stretch_;
    reach_ = std::max(across, down);
    circle_ = std::min(across, down);
    map_->data()->setSize(side, side);
    map_->data()->setRange({-across, across}, {-down, down});
    for (int Y0 = -R; Y0 <= R; ++Y0) {
        for (int X0 = -R; X0 <= R; ++X0) {
            const double value = map.at(X0, Y0);
            map_->data()->setCell(X0 + R, Y0 + R, look.isLogarithmic ? std::abs(value) : value);
        }
    }
    setColours(map, look);
    plot_->xAxis->setRange(-reach_, reach_);
    plot_->yAxis->setRange(-reach_, reach_);
    unit_ = unit.name;
    ringRadius_ = rMax.isFound() ? rMax.px / pxPerUnit_ : 0;
    place(casing_, ringRadius_);
    place(ring_, ringRadius_);
    setRingShown(ringShown_);
    map_->setVisible(true);
    showEllipse(anisotropy);
    showDirection(look.direction);
}

void MapPlot::setColours(const CorrelationMap& map, const MapLook& look) {
    look_ = look;
    limit_ = look.limit.value_or(look.isLogarithmic ? 1 : colourLimit(map));
    map_->setGradient(gradientOf(look.shownColours(), theme_->dark));
    map_->setDataScaleType(look.isLogarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    setLogarithmic(scale_->axis(), look.isLogarithmic, *theme_);
    scale_->axis()->grid()->setVisible(false);
    scale_->setDataRange(look.isLogarithmic ? QCPRange(decades * limit_, limit_) : QCPRange(-limit_, limit_));
}

void MapPlot::showDirection(const std::optional<Direction>& direction) {
    look_.direction = direction;
    direction_->show(map_->visible() ? direction : std::nullopt, circle_);
}

QPointF MapPlot::offsetAt(const QPointF& place) const {
    return {plot_->xAxis->pixelToCoord(place.x()) * pxPerUnit_ * stretch_,
            plot_->yAxis->pixelToCoord(place.y()) * pxPerUnit_ / stretch_};
}

/// The ellipse that was fitted; its longer axis runs out of it, so that a faint elongation shows its direction too.
void MapPlot::showEllipse(const Anisotropy& anisotropy) {
    for (QCPCurve* curve : {ellipse_, ellipseCasing_, axis_})
        curve->data()->clear();
    elongation_->setVisible(anisotropy.isFound());
    if (!anisotropy.isFound()) return;
    constexpr int corners = 90;
    constexpr double beyond = 1.6;  // half axes
    const double turn = anisotropy.angleDeg * std::numbers::pi / 180, ratio = std::sqrt(1 + anisotropy.elongation);
    const double longer = anisotropy.radiusPx * ratio, shorter = anisotropy.radiusPx / ratio;
    const auto add = [&](QCPCurve* curve, double along, double across) {
        const double x = along * std::cos(turn) - across * std::sin(turn), y = along * std::sin(turn) + across * std::cos(turn);
        curve->addData(x / pxPerUnit_, y / pxPerUnit_);
    };
    for (int i = 0; i <= corners; ++i) {
        const double angle = 2 * std::numbers::pi * i / corners;
        for (QCPCurve* curve : {ellipse_, ellipseCasing_})
            add(curve, longer * std::cos(angle), shorter * std::sin(angle));
    }
    for (const double end : {-beyond, -1.0, std::nan(""), 1.0, beyond})  // outside the ellipse
        add(axis_, end * longer, 0);
    elongation_->setText(
        QObject::tr("%1 % longer at %2°")
            .arg(number(100 * anisotropy.elongation, anisotropy.elongation < 0.1 ? 1 : 0), number(anisotropy.angleDeg, 0)));
}

void MapPlot::clear() {
    map_->setVisible(false);
    showEllipse({});
    direction_->show({}, 1);
    ringRadius_ = 0;
    setRingShown(ringShown_);
    hover_->setVisible(false);
}

void MapPlot::setRingShown(bool shown) {
    ringShown_ = shown;
    casing_->setVisible(shown && ringRadius_ > 0);
    ring_->setVisible(shown && ringRadius_ > 0);
}

void MapPlot::setRing(double px) {
    ringRadius_ = px / pxPerUnit_;
    place(casing_, ringRadius_);
    place(ring_, ringRadius_);
    setRingShown(ringShown_);
}

void MapPlot::markPeak(const std::optional<QPointF>& offset) {
    for (QCPItemTracer* mark : {peakCasing_, peak_}) {
        mark->setVisible(offset.has_value());
        if (offset) mark->position->setCoords(offset->x() / pxPerUnit_ / stretch_, offset->y() / pxPerUnit_ * stretch_);
    }
}

bool MapPlot::isOnRing(double x, double y, double reach) const {
    if (!ring_->visible()) return false;
    const double units = std::hypot(plot_->xAxis->pixelToCoord(x), plot_->yAxis->pixelToCoord(y));
    return std::abs(units - ringRadius_) * plot_->axisRect()->width() / plot_->xAxis->range().size() <= reach;
}

void MapPlot::setHoveredRadius(std::optional<double> px) {
    hover_->setVisible(px && map_->visible());
    if (px) place(hover_, *px / pxPerUnit_);
    if (plot_->isVisible()) hoverLayer_->replot();
}

bool MapPlot::namesItsAxes() const {
    constexpr int roomForNames = 260;  // pixels of height
    return isNamed_ || plot_->height() >= roomForNames;
}

void MapPlot::nameEverything() {
    isNamed_ = true;
}

void MapPlot::keepSquare() {
    const bool named = namesItsAxes() && !unit_.isEmpty();
    plot_->xAxis->setLabel(named ? QStringLiteral("X₀ (%1)").arg(unit_) : QString());
    plot_->yAxis->setLabel(named ? QStringLiteral("Y₀ (%1)").arg(unit_) : QString());
    if (isNamed_) scale_->setLabel(look_.isLogarithmic ? QStringLiteral("|C2D|") : QStringLiteral("C2D"));
    // The layout gives the axis rectangle what is left of the widget: the shorter side decides, for the map and for its colour
    // bar.
    QCPAxisRect* const rect = plot_->axisRect();
    const auto layOut = [this] {
        plot_->plotLayout()->update(QCPLayoutElement::upPreparation);
        plot_->plotLayout()->update(QCPLayoutElement::upMargins);
        plot_->plotLayout()->update(QCPLayoutElement::upLayout);
    };
    rect->setMaximumSize(QWIDGETSIZE_MAX, QWIDGETSIZE_MAX);
    plot_->plotLayout()->setMargins({});
    layOut();
    const int widest = QFontMetrics(plot_->xAxis->tickLabelFont()).horizontalAdvance(QString::number(-std::round(reach_)));
    for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis})
        axis->ticker()->setTickCount(std::clamp(std::min(rect->width(), rect->height()) / (2 * widest), 2, 3));
    layOut();  // other numbers, other margins
    const int width = rect->width(), height = rect->height();
    if (width <= 0 || height <= 0) return;
    const int side = std::min(width, height);
    const int above = (height - side) / 2, left = std::max(0, (width - side) / 2);
    plot_->plotLayout()->setMargins({left, above, width - side - left, height - side - above});
    plot_->xAxis->setRange(-reach_, reach_);
    plot_->yAxis->setRange(-reach_, reach_);
}

void MapPlot::place(QCPItemEllipse* circle, double radius) const {
    circle->topLeft->setCoords(-radius, -radius);
    circle->bottomRight->setCoords(radius, radius);
}

}  // namespace coarsen::window
