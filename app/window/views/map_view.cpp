// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/map_view.hpp"

#include "app/window/theme/words.hpp"
#include "app/window/views/empty_words.hpp"

#include <QGraphicsOpacityEffect>
#include <QLabel>
#include <QVBoxLayout>
#include <qcustomplot.h>

#include <cmath>
#include <utility>

namespace coarsen::window {

namespace {
constexpr double gripReach = 5;
}

MapView::MapView(QWidget* parent) : QWidget(parent), plot_(new QCustomPlot(this)) {
    setAccessibleName(tr("Autocorrelation map"));
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 6);
    layout->addWidget(plot_);
    plot_->setMinimumSize(1, 1);  // a place without room is still one to draw into
    content_ = std::make_unique<MapPlot>(plot_, theme());
    empty_ = new EmptyWords(plot_);
    tag_ = new QLabel(plot_);
    tag_->setObjectName("cursor-tag");
    tag_->setStyleSheet("background: rgba(15,17,20,205); color: white; border-radius: 4px; padding: 3px 6px; font-size: 11px;");
    tag_->setAttribute(Qt::WA_TransparentForMouseEvents);
    tag_->hide();
    zoom_ = new PlotZoom(plot_->xAxis, plot_->yAxis, this);
    connect(zoom_, &PlotZoom::changed, this, [this] { replotSoon(); });
    plot_->setMouseTracking(true);
    plot_->installEventFilter(this);
    connect(&ThemeHub::instance(), &ThemeHub::changed, this, [this] {
        content_->applyTheme(theme());
        replotSoon();
    });
}

MapView::~MapView() = default;

void MapView::show(std::shared_ptr<const CorrelationMap> map, const LengthScale& rMax, const Anisotropy& anisotropy,
                   const Calibration& calibration) {
    map_ = std::move(map);
    calibration_ = calibration;
    rMax_ = rMax;
    anisotropy_ = anisotropy;
    empty_->say({});
    redraw();
}

void MapView::redraw() {
    if (!map_) return;
    const bool isKept = limits_ == MapLimits::typed || (limits_ == MapLimits::locked && look_.limit);
    if (!isKept) look_.limit.reset();
    content_->show(*map_, rMax_, anisotropy_, calibration_, look_);
    look_.limit = content_->limit();
    layOut();
}

void MapView::setLook(const MapLook& look, MapLimits limits) {
    look_ = look;
    limits_ = limits;
    redraw();
}

void MapView::setColours(MapColours colours) {
    look_.colours = colours;
    redraw();
}

void MapView::setLogarithmic(bool logarithmic) {
    look_.isLogarithmic = logarithmic;
    if (limits_ != MapLimits::typed) forgetLimit();
    redraw();
}

void MapView::setLimits(MapLimits limits, double typed) {
    limits_ = limits;
    if (limits == MapLimits::typed)
        look_.limit = typed;
    else
        forgetLimit();
    redraw();
}

void MapView::forgetLimit() {
    if (limits_ != MapLimits::typed) look_.limit.reset();
}

void MapView::layOut() {
    content_->keepSquare();
    zoom_->keep(content_->unit());
    const bool saysAxes = map_ && !content_->namesItsAxes();
    emit described(saysAxes ? QStringList{tr("X₀ and Y₀ in %1").arg(content_->unit()), tr("in %1").arg(content_->unit())}
                            : QStringList{tr("autocorrelation map"), tr("map")});
    replotSoon();
}

void MapView::showNothing(const QString& why) {
    map_.reset();
    empty_->say(why);
    content_->clear();
    emit described({tr("autocorrelation map"), tr("map")});
    replotSoon();
}

void MapView::setRingShown(bool shown) {
    content_->setRingShown(shown);
    replotSoon();
}

void MapView::setRing(double px) {
    rMax_.px = px;
    content_->setRing(px);
    replotSoon();
}

void MapView::showDirection(const std::optional<Direction>& direction) {
    look_.direction = direction;
    content_->showDirection(direction);
}

void MapView::resetView() {
    zoom_->reset();
}

void MapView::setStale(bool stale) {
    auto* effect = qobject_cast<QGraphicsOpacityEffect*>(plot_->graphicsEffect());
    if (stale && !effect) {
        effect = new QGraphicsOpacityEffect(plot_);
        effect->setOpacity(0.45);
        plot_->setGraphicsEffect(effect);
    } else if (!stale && effect) {
        plot_->setGraphicsEffect(nullptr);
    }
}

void MapView::setHoveredRadius(std::optional<double> px) {
    content_->setHoveredRadius(px);
}

void MapView::readOut(const QPointF& place) {
    const QPointF offset = content_->offsetAt(place);
    const int X0 = static_cast<int>(std::lround(offset.x())), Y0 = static_cast<int>(std::lround(offset.y()));
    const double radius = radiusAt(place);
    if (!map_ || std::abs(X0) > map_->maxLag() || std::abs(Y0) > map_->maxLag()) {
        tag_->hide();
        emit radiusHovered(std::nullopt);
        return;
    }
    const double value = map_->at(X0, Y0);
    const bool isKnown = calibration_.isKnown();
    const double umPerPx = isKnown ? calibration_.umPerPx() : 1;
    const Unit unit = lengthUnit(isKnown, 3 * map_->maxLag() * umPerPx);
    const auto length = [&](double px, double um) { return significant(px * um * unit.perBase, 3); };
    const double width = isKnown ? calibration_.pixelWidthUm : 1, height = isKnown ? calibration_.pixelHeightUm : 1;
    showTag(QStringLiteral("X₀ %1  Y₀ %2 %3").arg(length(X0, width), length(Y0, height), unit.name),
            QStringLiteral("C %1   |R| %2")
                .arg(std::isnan(value) ? tr("undefined") : number(value, 3), length(radius, umPerPx) + " " + unit.name),
            place.toPoint());
    emit radiusHovered(radius);
}

/// In a corner of the map, in two lines where it is narrow, and not over what the mouse points at.
void MapView::showTag(const QString& where, const QString& what, const QPoint& mouse) {
    constexpr int gap = 4;
    const QRect inside = plot_->axisRect()->rect().adjusted(gap, gap, -gap, -gap);
    tag_->setText(where + "   " + what);
    tag_->adjustSize();
    if (tag_->width() > inside.width()) {
        tag_->setText(where + "\n" + what);
        tag_->adjustSize();
    }
    const int left = std::min(inside.left(), inside.center().x() - tag_->width() / 2);
    tag_->move(std::clamp(left, 0, std::max(0, plot_->width() - tag_->width())), inside.top());
    if (tag_->geometry().contains(mouse)) tag_->move(tag_->x(), inside.bottom() + 1 - tag_->height());
    tag_->show();
}

double MapView::radiusAt(const QPointF& place) const {
    return std::hypot(plot_->xAxis->pixelToCoord(place.x()), plot_->yAxis->pixelToCoord(place.y())) * content_->pxPerUnit();
}

/// With a direction shown a press anywhere turns it there; only the ring and the sector's borders are spared.
MapView::Grip MapView::gripAt(const QPointF& place) const {
    if (!map_ || !plot_->axisRect()->rect().contains(place.toPoint())) return Grip::none;
    const DirectionMark::Part part = content_->direction().partAt(place, gripReach);
    if (part == DirectionMark::Part::border) return Grip::border;
    if (part == DirectionMark::Part::line) return Grip::line;
    if (content_->isOnRing(place.x(), place.y(), gripReach)) return Grip::ring;
    return look_.direction ? Grip::line : Grip::map;
}

void MapView::moveGrip(const QPointF& place) {
    if (grip_ == Grip::ring) emit ringDragged(radiusAt(place));
    if (grip_ == Grip::line) emit directionDragged(content_->direction().dragged(DirectionMark::Part::line, place));
    if (grip_ == Grip::border) emit directionDragged(content_->direction().dragged(DirectionMark::Part::border, place));
    if (grip_ == Grip::map) zoom_->drag(place);
}

void MapView::drag(const QMouseEvent& event) {
    const QPointF at = event.position();
    switch (event.type()) {
        case QEvent::MouseButtonPress:
            if (event.button() != Qt::LeftButton) break;
            // With Shift the map is panned whatever lies there.
            grip_ = event.modifiers() & Qt::ShiftModifier ? Grip::map : gripAt(at);
            if (grip_ == Grip::map) zoom_->press(at);
            if (grip_ == Grip::line) moveGrip(at);
            break;
        case QEvent::MouseMove: {
            const Grip grip = grip_ == Grip::none ? gripAt(at) : grip_;
            plot_->setCursor(grip == Grip::ring || grip == Grip::border ? Qt::SizeAllCursor
                             : grip == Grip::line                       ? Qt::CrossCursor
                             : zoom_->isPanning()                       ? Qt::ClosedHandCursor
                             : zoom_->isZoomed()                        ? Qt::OpenHandCursor
                                                                        : Qt::ArrowCursor);
            moveGrip(at);
            break;
        }
        case QEvent::MouseButtonRelease:
            zoom_->release();
            if (std::exchange(grip_, Grip::none) == Grip::ring) emit ringReleased();
            break;
        case QEvent::MouseButtonDblClick:
            if (event.button() == Qt::LeftButton) zoom_->reset();
            break;
        default:
            break;
    }
}

/// A hidden plot is drawn when it is shown.
void MapView::replotSoon() {
    if (plot_->isVisible()) plot_->replot(QCustomPlot::rpQueuedReplot);
}

bool MapView::eventFilter(QObject* watched, QEvent* event) {
    const auto type = event->type();
    if (type == QEvent::MouseButtonPress || type == QEvent::MouseMove || type == QEvent::MouseButtonRelease ||
        type == QEvent::MouseButtonDblClick)
        drag(*static_cast<QMouseEvent*>(event));
    if (type == QEvent::Resize) QMetaObject::invokeMethod(this, &MapView::layOut, Qt::QueuedConnection);  // when it has its size
    if (type == QEvent::Show) plot_->replot(QCustomPlot::rpQueuedReplot);  // what changed while it was hidden
    if (type == QEvent::Wheel && map_) {
        zoom_->wheel(*static_cast<QWheelEvent*>(event));
        return true;
    }
    if (type == QEvent::MouseMove) readOut(static_cast<QMouseEvent*>(event)->position());
    if (type == QEvent::Leave) {
        tag_->hide();
        emit radiusHovered(std::nullopt);
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace coarsen::window
