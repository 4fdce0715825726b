// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/profile_view.hpp"

#include <QGraphicsOpacityEffect>
#include <QVBoxLayout>
#include <qcustomplot.h>

namespace coarsen::window {

ProfileView::ProfileView(QWidget* parent) : QWidget(parent), plot_(new QCustomPlot(this)) {
    setAccessibleName(tr("Azimuthal average"));
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 8, 6);
    layout->addWidget(plot_);
    content_ = std::make_unique<ProfilePlot>(plot_, theme());
    plot_->setMouseTracking(true);
    plot_->installEventFilter(this);
    connect(&ThemeHub::instance(), &ThemeHub::changed, this, [this] {
        content_->applyTheme(theme());
        plot_->replot(QCustomPlot::rpQueuedReplot);
    });
}

ProfileView::~ProfileView() = default;

void ProfileView::show(const RadialProfile& profile, const ProfileLengths& lengths, const Calibration& calibration) {
    largestPx_ = profile.r.back();
    content_->show(profile, lengths, calibration, width() < 360);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void ProfileView::showNothing() {
    largestPx_ = 0;
    content_->clear();
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void ProfileView::setStale(bool stale) {
    if (stale == (plot_->graphicsEffect() != nullptr)) return;
    auto* const effect = stale ? new QGraphicsOpacityEffect(plot_) : nullptr;
    if (effect) effect->setOpacity(0.45);
    plot_->setGraphicsEffect(effect);
}

void ProfileView::setHoveredRadius(std::optional<double> px) {
    content_->setHoveredRadius(px);
}

bool ProfileView::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseMove && largestPx_ > 0) {
        const double px = plot_->xAxis->pixelToCoord(static_cast<QMouseEvent*>(event)->position().x()) * content_->pxPerUnit();
        emit radiusHovered(px >= 0 && px <= largestPx_ ? std::optional(px) : std::nullopt);
    }
    if (event->type() == QEvent::Leave) emit radiusHovered(std::nullopt);
    return QWidget::eventFilter(watched, event);
}

}  // namespace coarsen::window
