// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/map_view.hpp"

#include "app/window/theme/words.hpp"

#include <QGraphicsOpacityEffect>
#include <QLabel>
#include <QVBoxLayout>
#include <qcustomplot.h>

#include <cmath>
#include <utility>

namespace coarsen::window {

namespace {
constexpr double ringReach = 5;
}

MapView::MapView(QWidget* parent) : QWidget(parent), plot_(new QCustomPlot(this)) {
    setAccessibleName(tr("Autocorrelation map"));
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 6);
    layout->addWidget(plot_);
    content_ = std::make_unique<MapPlot>(plot_, theme());
    tag_ = new QLabel(plot_);
    tag_->setStyleSheet("background: rgba(15,17,20,205); color: white; border-radius: 4px; padding: 3px 6px; font-size: 11px;");
    tag_->setAttribute(Qt::WA_TransparentForMouseEvents);
    tag_->hide();
    plot_->setMouseTracking(true);
    plot_->installEventFilter(this);
    connect(&ThemeHub::instance(), &ThemeHub::changed, this, [this] {
        content_->applyTheme(theme());
        plot_->replot(QCustomPlot::rpQueuedReplot);
    });
}

MapView::~MapView() = default;

void MapView::show(std::shared_ptr<const CorrelationMap> map, const LengthScale& rMax, const Anisotropy& anisotropy,
                   const Calibration& calibration) {
    map_ = std::move(map);
    calibration_ = calibration;
    content_->show(*map_, rMax, anisotropy, calibration);
    layOut();
}

void MapView::layOut() {
    content_->keepSquare();
    const bool saysAxes = map_ && !content_->namesItsAxes();
    emit described(saysAxes ? tr("X₀ and Y₀ in %1").arg(content_->unit()) : tr("autocorrelation map"));
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void MapView::showNothing() {
    map_.reset();
    content_->clear();
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void MapView::setRingShown(bool shown) {
    content_->setRingShown(shown);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void MapView::setRing(double px) {
    content_->setRing(px);
    plot_->replot(QCustomPlot::rpQueuedReplot);
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

void MapView::resizeEvent(QResizeEvent*) {
    layOut();
}

void MapView::readOut(const QPointF& place) {
    const double x = plot_->xAxis->pixelToCoord(place.x()) * content_->pxPerUnit(),
                 y = plot_->yAxis->pixelToCoord(place.y()) * content_->pxPerUnit();
    const int X0 = static_cast<int>(std::lround(x)), Y0 = static_cast<int>(std::lround(y));
    if (!map_ || std::abs(X0) > map_->maxLag() || std::abs(Y0) > map_->maxLag()) {
        tag_->hide();
        emit radiusHovered(std::nullopt);
        return;
    }
    const double value = map_->at(X0, Y0);
    const double umPerPx = calibration_.isKnown() ? calibration_.umPerPx() : 1;
    const Unit unit = lengthUnit(calibration_.isKnown(), 3 * map_->maxLag() * umPerPx);
    const auto length = [&](double px) { return significant(px * umPerPx * unit.perBase, 3); };
    tag_->setText(QStringLiteral("X₀ %1  Y₀ %2 %3   C %4   |R| %5")
                      .arg(length(X0), length(Y0), unit.name, std::isnan(value) ? tr("undefined") : number(value, 3),
                           length(std::hypot(x, y))));
    tag_->adjustSize();
    tag_->move(std::min(plot_->axisRect()->left() + 4, plot_->width() - tag_->width()), plot_->axisRect()->top() + 4);
    tag_->show();
    emit radiusHovered(std::hypot(x, y));
}

void MapView::drag(const QMouseEvent& event) {
    const QPointF at = event.position();
    const bool isOnRing = map_ && content_->isOnRing(at.x(), at.y(), ringReach);
    switch (event.type()) {
        case QEvent::MouseButtonPress:
            isDragging_ = event.button() == Qt::LeftButton && isOnRing;
            break;
        case QEvent::MouseMove:
            plot_->setCursor(isOnRing || isDragging_ ? Qt::SizeAllCursor : Qt::ArrowCursor);
            if (isDragging_)
                emit ringDragged(std::hypot(plot_->xAxis->pixelToCoord(at.x()), plot_->yAxis->pixelToCoord(at.y())) *
                                 content_->pxPerUnit());
            break;
        case QEvent::MouseButtonRelease:
            if (std::exchange(isDragging_, false)) emit ringReleased();
            break;
        default:
            break;
    }
}

bool MapView::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseMove ||
        event->type() == QEvent::MouseButtonRelease)
        drag(*static_cast<QMouseEvent*>(event));
    if (event->type() == QEvent::MouseMove) readOut(static_cast<QMouseEvent*>(event)->position());
    if (event->type() == QEvent::Leave) {
        tag_->hide();
        emit radiusHovered(std::nullopt);
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace coarsen::window
