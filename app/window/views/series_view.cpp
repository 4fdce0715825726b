// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/series_view.hpp"

#include "app/window/theme/words.hpp"
#include "app/window/views/empty_words.hpp"

#include <QHelpEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QToolTip>
#include <QVBoxLayout>
#include <qcustomplot.h>

namespace coarsen::window {

namespace {
constexpr double curveReach = 8;
}

SeriesView::SeriesView(QWidget* parent) : QWidget(parent), plot_(new QCustomPlot) {
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(plot_);
    plot_->setAccessibleName(tr("C1D of the series"));
    plot_->setObjectName("series-plot");
    plot_->setMouseTracking(true);
    plot_->installEventFilter(this);
    content_ = std::make_unique<SeriesPlot>(plot_, theme());
    empty_ = new EmptyWords(plot_);
    connect(&ThemeHub::instance(), &ThemeHub::changed, this, [this] {
        content_->applyTheme(theme());
        redraw();
    });
}

SeriesView::~SeriesView() = default;

void SeriesView::show(std::shared_ptr<const SeriesCurves> curves) {
    curves_ = std::move(curves);
    redraw();
}

void SeriesView::setMode(SeriesMode mode) {
    mode_ = mode;
    redraw();
}

void SeriesView::setCurrentFrame(int frame) {
    current_ = frame;
    isDrawn_ = isDrawn_ && isVisible();
    if (!isDrawn_ || !curves_ || curves_->isEmpty()) return;
    content_->setCurrentFrame(*curves_, frame);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void SeriesView::redraw() {
    isDrawn_ = isVisible();
    if (!isDrawn_) return;
    const bool isEmpty = !curves_ || curves_->isEmpty();
    if (isEmpty)
        content_->clear();
    else
        content_->show(*curves_, mode_, current_);
    empty_->say(isEmpty ? tr("C1D of several frames appears here once they are measured: F5 analyses the series.") : QString());
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

bool SeriesView::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Show && !isDrawn_) redraw();
    if (!curves_ || curves_->isEmpty()) return QWidget::eventFilter(watched, event);
    const auto frameUnder = [&](const QPointF& at) { return content_->frameAt(*curves_, at.x(), at.y(), curveReach); };
    if (event->type() == QEvent::MouseMove)
        plot_->setCursor(frameUnder(static_cast<QMouseEvent*>(event)->position()) >= 0 ? Qt::PointingHandCursor
                                                                                       : Qt::ArrowCursor);
    if (event->type() == QEvent::ToolTip) {
        const auto* const help = static_cast<QHelpEvent*>(event);
        if (const int frame = frameUnder(help->pos()); frame >= 0) {
            const GrowthData& data = *curves_->growth;
            QToolTip::showText(
                help->globalPos(),
                tr("frame %1, %2").arg(frame).arg(timeText(curves_->result(frame).timeS - data.originS(), data.timeUnit())),
                plot_);
            return true;
        }
    }
    if (event->type() == QEvent::MouseButtonPress && static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton)
        if (const int frame = frameUnder(static_cast<QMouseEvent*>(event)->position()); frame >= 0) emit frameChosen(frame);
    return QWidget::eventFilter(watched, event);
}

}  // namespace coarsen::window
