// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/peak_view.hpp"

#include "app/window/theme/theme.hpp"

#include <QMouseEvent>
#include <QVBoxLayout>
#include <QWheelEvent>
#include <qcustomplot.h>

namespace coarsen::window {

PeakView::PeakView(QWidget* parent) : QWidget(parent), plot_(new QCustomPlot(this)) {
    setObjectName("comparison-map");
    plot_->setAccessibleName(tr("The correlation map, with its peak"));
    setMinimumSize(240, 200);
    plot_->hide();
    content_ = std::make_unique<MapPlot>(plot_, theme());
    zoom_ = new PlotZoom(plot_->xAxis, plot_->yAxis, this);
    connect(zoom_, &PlotZoom::changed, plot_, [this] { plot_->replot(QCustomPlot::rpQueuedReplot); });
    plot_->setMouseTracking(true);
    plot_->installEventFilter(this);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(plot_);
    connect(&ThemeHub::instance(), &ThemeHub::changed, this, [this] {
        content_->applyTheme(theme());
        layOut();
    });
}

void PeakView::show(const std::shared_ptr<const Comparison>& comparison) {
    const auto map = comparison && comparison->isMoveKnown() ? comparison->map : nullptr;
    if (map && map == shown_) return;  // the arrows came
    shown_ = map;
    plot_->setVisible(shown_ != nullptr);
    if (shown_) {
        content_->show(*shown_, {}, {}, comparison->calibration,
                       lookOfPeak(comparison->displacement->peak.value, comparison->lagsPerCell));
        const Shift shift = comparison->displacement->shift();
        content_->markPeak(QPointF(shift.x, shift.y));
    }
    layOut();
}

void PeakView::layOut() {
    content_->keepSquare();
    zoom_->keep(content_->unit());
    if (plot_->isVisible()) plot_->replot(QCustomPlot::rpQueuedReplot);
}

bool PeakView::takeMouse(QEvent* event) {
    const auto place = [event] { return static_cast<QMouseEvent*>(event)->position(); };
    const auto isLeft = [event] { return static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton; };
    if (event->type() == QEvent::Wheel) zoom_->wheel(*static_cast<QWheelEvent*>(event));
    if (event->type() == QEvent::MouseButtonPress && isLeft()) zoom_->press(place());
    if (event->type() == QEvent::MouseMove) zoom_->drag(place());
    if (event->type() == QEvent::MouseButtonRelease) zoom_->release();
    if (event->type() == QEvent::MouseButtonDblClick && isLeft()) zoom_->reset();
    if (event->type() == QEvent::MouseMove || event->type() == QEvent::MouseButtonRelease || event->type() == QEvent::Wheel)
        plot_->setCursor(zoom_->isPanning() ? Qt::ClosedHandCursor : zoom_->isZoomed() ? Qt::OpenHandCursor : Qt::ArrowCursor);
    return event->type() == QEvent::Wheel;
}

bool PeakView::eventFilter(QObject* watched, QEvent* event) {
    if (shown_ && takeMouse(event)) return true;
    // Once it has its size.
    if (event->type() == QEvent::Resize || event->type() == QEvent::Show)
        QMetaObject::invokeMethod(this, &PeakView::layOut, Qt::QueuedConnection);
    return QWidget::eventFilter(watched, event);
}

}  // namespace coarsen::window
