// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/planes_view.hpp"

#include "app/window/theme/words.hpp"
#include "app/window/views/empty_words.hpp"

#include <QGraphicsOpacityEffect>
#include <QLabel>
#include <QVBoxLayout>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace coarsen::window {

namespace {
constexpr double ringReach = 5, staleOpacity = 0.45;
}

PlanesView::PlanesView(QWidget* parent) : QWidget(parent), plot_(new QCustomPlot(this)) {
    setObjectName("planes");
    setAccessibleName(tr("C3D in three planes"));
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 6);
    layout->addWidget(plot_);
    plot_->setMinimumSize(1, 1);
    content_ = std::make_unique<PlanesPlot>(plot_, theme());
    empty_ = new EmptyWords(plot_);
    tag_ = new QLabel(plot_);
    tag_->setStyleSheet("background: rgba(15,17,20,205); color: white; border-radius: 4px; padding: 3px 6px; font-size: 11px;");
    tag_->setAttribute(Qt::WA_TransparentForMouseEvents);
    tag_->hide();
    plot_->setMouseTracking(true);
    plot_->installEventFilter(this);
    connect(&ThemeHub::instance(), &ThemeHub::changed, this, [this] {
        content_->applyTheme(theme());
        replotSoon();
    });
}

PlanesView::~PlanesView() = default;

void PlanesView::show(std::shared_ptr<const CorrelationVolume> map, const LengthScale& rMax, const Spacing& spacing,
                      const MapLook& look) {
    map_ = std::move(map);
    spacing_ = spacing;
    empty_->say({});
    content_->show(*map_, rMax, spacing, look);
    layOut();
}

void PlanesView::showNothing(const QString& why) {
    map_.reset();
    empty_->say(why);
    content_->clear();
    emit described({tr("autocorrelation in three planes"), tr("planes")});
    replotSoon();
}

void PlanesView::layOut() {
    content_->layOut(plot_->size());
    const QString unit = content_->unit();
    const bool saysAxes = map_ && !content_->namesItsAxes();
    emit described(saysAxes ? QStringList{tr("three planes, offsets in %1").arg(unit), tr("in %1").arg(unit)}
                            : QStringList{tr("autocorrelation in three planes"), tr("planes")});
    replotSoon();
}

void PlanesView::setRingShown(bool shown) {
    content_->setRingShown(shown);
    replotSoon();
}

void PlanesView::setRing(double px) {
    content_->setRing(px);
    replotSoon();
}

void PlanesView::setStale(bool stale) {
    auto* effect = qobject_cast<QGraphicsOpacityEffect*>(plot_->graphicsEffect());
    if (stale && !effect) {
        effect = new QGraphicsOpacityEffect(plot_);
        effect->setOpacity(staleOpacity);
        plot_->setGraphicsEffect(effect);
    } else if (!stale && effect) {
        plot_->setGraphicsEffect(nullptr);
    }
}

void PlanesView::setHoveredRadius(std::optional<double> px) {
    content_->setHoveredRadius(px);
    replotSoon();
}

void PlanesView::readOut(const QPointF& place) {
    const auto offset = map_ ? content_->offsetAt(place) : std::nullopt;
    if (!offset) {
        tag_->hide();
        emit radiusHovered(std::nullopt);
        return;
    }
    std::array<int, 3> at{};
    std::ranges::transform(offset->voxels, at.begin(), [](double voxels) { return static_cast<int>(std::lround(voxels)); });
    const double value = valueAt(*map_, at[0], at[1], at[2]);
    const auto length = [&](std::size_t axis) { return significant(at[axis] * content_->unitsAlong(axis), 3); };
    tag_->setText(QStringLiteral("X₀ %1  Y₀ %2  Z₀ %3 %4\nC %5   |R| %6 %4")
                      .arg(length(0), length(1), length(2), content_->unit(),
                           std::isnan(value) ? tr("undefined") : number(value, 3),
                           significant(offset->radiusPx / content_->pxPerUnit(), 3)));
    tag_->adjustSize();
    const QRect free = plot_->rect().adjusted(4, 4, -4, -4);  // in the corner that the mouse is not in
    tag_->move(place.x() < free.center().x() ? std::max(free.left(), free.right() - tag_->width()) : free.left(), free.top());
    if (tag_->geometry().contains(place.toPoint())) tag_->move(tag_->x(), free.bottom() - tag_->height());
    tag_->show();
    emit radiusHovered(offset->radiusPx);
}

void PlanesView::drag(const QMouseEvent& event) {
    const QPointF at = event.position();
    switch (event.type()) {
        case QEvent::MouseButtonPress:
            isRingHeld_ = event.button() == Qt::LeftButton && content_->isOnRing(at, ringReach);
            break;
        case QEvent::MouseMove:
            plot_->setCursor(isRingHeld_ || content_->isOnRing(at, ringReach) ? Qt::SizeAllCursor : Qt::ArrowCursor);
            if (const auto offset = content_->offsetAt(at); isRingHeld_ && offset) emit ringDragged(offset->radiusPx);
            break;
        case QEvent::MouseButtonRelease:
            if (std::exchange(isRingHeld_, false)) emit ringReleased();
            break;
        default:
            break;
    }
}

/// A hidden plot is drawn when it is shown.
void PlanesView::replotSoon() {
    if (plot_->isVisible()) plot_->replot(QCustomPlot::rpQueuedReplot);
}

bool PlanesView::eventFilter(QObject* watched, QEvent* event) {
    const auto type = event->type();
    if (type == QEvent::MouseButtonPress || type == QEvent::MouseMove || type == QEvent::MouseButtonRelease)
        drag(*static_cast<QMouseEvent*>(event));
    if (type == QEvent::Resize || type == QEvent::Show)
        QMetaObject::invokeMethod(this, &PlanesView::layOut, Qt::QueuedConnection);
    if (type == QEvent::MouseMove) readOut(static_cast<QMouseEvent*>(event)->position());
    if (type == QEvent::Leave) {
        tag_->hide();
        emit radiusHovered(std::nullopt);
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace coarsen::window
