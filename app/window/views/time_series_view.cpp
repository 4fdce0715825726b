// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/time_series_view.hpp"

#include "app/window/views/empty_words.hpp"
#include "app/window/views/point_callout.hpp"

#include <QLabel>
#include <QMouseEvent>
#include <QVBoxLayout>
#include <qcustomplot.h>

#include <cmath>

namespace coarsen::window {

namespace {
constexpr double pointReach = 12;
}

TimeSeriesView::TimeSeriesView(QWidget* parent) : QWidget(parent), plot_(new QCustomPlot) {
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(plot_);
    content_ = std::make_unique<TimeSeriesPlot>(plot_, theme());
    plot_->setAccessibleName(tr("Quantity against time"));
    plot_->setObjectName("time-series-chart");
    plot_->setMouseTracking(true);
    plot_->installEventFilter(this);
    callout_ = new PointCallout(plot_);
    empty_ = new EmptyWords(plot_);
    connect(&ThemeHub::instance(), &ThemeHub::changed, this, [this] {
        content_->applyTheme(theme());
        redraw();
    });
}

TimeSeriesView::~TimeSeriesView() = default;

void TimeSeriesView::show(TimeSeries timeSeries, int currentFrame) {
    timeSeries_ = std::move(timeSeries);
    current_ = currentFrame;
    redraw();
}

void TimeSeriesView::setCurrentFrame(int frame) {
    if (frame == current_) return;
    current_ = frame;
    if (isVisible()) redraw();
}

void TimeSeriesView::showEvent(QShowEvent*) {
    redraw();
}

void TimeSeriesView::redraw() {
    content_->show(timeSeries_, current_);
    empty_->say(timeSeries_.isEmpty() ? timeSeries_.empty : QString());
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void TimeSeriesView::hover(const QPointF& place) {
    const int frame = content_->frameNear(place.x(), place.y(), pointReach);
    plot_->setCursor(frame >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (frame < 0) return callout_->hide();
    const auto at = static_cast<std::size_t>(frame);
    QString text = tr("frame %1").arg(frame);
    for (const TimeSeries::Curve& curve : timeSeries_.curves) {
        const double error = at < curve.error.size() ? curve.error[at] : std::nan("");
        const QString name = curve.name.isEmpty() ? timeSeries_.label : curve.name;
        text += "\n" + name + "   " +
                (curve.error.empty() ? number(curve.value[at], 2) + " " + timeSeries_.unit
                                     : withError(curve.value[at], error, timeSeries_.unit));
    }
    callout_->say(text, place);
}

bool TimeSeriesView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == plot_) {
        const auto place = [event] { return static_cast<QMouseEvent*>(event)->position(); };
        if (event->type() == QEvent::MouseMove) hover(place());
        if (event->type() == QEvent::Leave) callout_->hide();
        if (event->type() == QEvent::MouseButtonPress && static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton)
            if (const int frame = content_->frameNear(place().x(), place().y(), pointReach); frame >= 0) emit frameChosen(frame);
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace coarsen::window
