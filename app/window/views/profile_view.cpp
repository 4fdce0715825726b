// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/profile_view.hpp"

#include <QGraphicsOpacityEffect>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <qcustomplot.h>

namespace coarsen::window {

namespace {
constexpr int narrowBelow = 360, roomForNames = 280;  // px
}

ProfileView::ProfileView(QWidget* parent) : QWidget(parent), pages_(new QStackedWidget) {
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 8, 6);
    layout->addWidget(pages_);
    const auto page = [this](const QString& words, const QString& name) {
        auto* const plot = new QCustomPlot;
        plot->setAccessibleName(words);
        plot->setObjectName(name);
        plot->setMouseTracking(true);
        plot->installEventFilter(this);
        pages_->addWidget(plot);
        return plot;
    };
    profilePlot_ = page(tr("Azimuthal average"), "c1d-plot");
    spectrumPlot_ = page(tr("Structure factor"), "spectrum-plot");
    sectorPlot_ = page(tr("Azimuthal average by sectors"), "sector-plot");
    profile_ = std::make_unique<ProfilePlot>(profilePlot_, theme());
    spectrum_ = std::make_unique<SpectrumPlot>(spectrumPlot_, theme());
    sectors_ = std::make_unique<SectorPlot>(sectorPlot_, theme());
    connect(&ThemeHub::instance(), &ThemeHub::changed, this, [this] {
        profile_->applyTheme(theme());
        spectrum_->applyTheme(theme());
        sectors_->applyTheme(theme());
        redraw();
    });
}

ProfileView::~ProfileView() = default;

QCustomPlot* ProfileView::plot() const {
    return static_cast<QCustomPlot*>(pages_->currentWidget());
}

void ProfileView::setMode(ProfileMode mode) {
    pages_->setCurrentWidget(mode == ProfileMode::profile    ? profilePlot_
                             : mode == ProfileMode::spectrum ? spectrumPlot_
                                                             : sectorPlot_);
    redraw();
}

void ProfileView::show(const RadialProfile& profile, const ProfileLengths& lengths, const Calibration& calibration) {
    shownProfile_ = profile;
    lengths_ = lengths;
    calibration_ = calibration;
    if (plot() == profilePlot_) redraw();
}

void ProfileView::showSpectra(const Spectrum& spectrum, const std::vector<Sector>& sectors, const Calibration& calibration) {
    shownSpectrum_ = spectrum;
    shownSectors_ = sectors;
    calibration_ = calibration;
    if (plot() != profilePlot_) redraw();
}

void ProfileView::setLogarithmic(bool logarithmic) {
    logarithmic_ = logarithmic;
    redraw();
}

void ProfileView::showNothing() {
    shownProfile_ = {};
    shownSectors_.clear();
    redraw();
}

void ProfileView::redraw() {
    const bool isNarrow = width() < narrowBelow;
    if (plot() == profilePlot_) {
        if (shownProfile_.size() > 0)
            profile_->show(shownProfile_, lengths_, calibration_, isNarrow);
        else
            profile_->clear();
    } else if (plot() == sectorPlot_) {
        sectors_->show(shownSectors_, calibration_, height() < roomForNames);
    } else if (!shownSectors_.empty()) {
        spectrum_->show(shownSpectrum_, calibration_, logarithmic_, isNarrow);
    } else {
        spectrum_->clear();
    }
    plot()->replot(QCustomPlot::rpQueuedReplot);
}

void ProfileView::setStale(bool stale) {
    if (stale == (pages_->graphicsEffect() != nullptr)) return;
    auto* const effect = stale ? new QGraphicsOpacityEffect(pages_) : nullptr;
    if (effect) effect->setOpacity(0.45);
    pages_->setGraphicsEffect(effect);
}

void ProfileView::resizeEvent(QResizeEvent*) {
    redraw();
}

void ProfileView::setHoveredRadius(std::optional<double> px) {
    if (plot() == profilePlot_) profile_->setHoveredRadius(px);
    if (plot() == sectorPlot_) sectors_->setHoveredRadius(px);
}

bool ProfileView::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseMove && shownProfile_.size() > 0 && watched != spectrumPlot_) {
        const double perUnit = watched == profilePlot_ ? profile_->pxPerUnit() : sectors_->pxPerUnit();
        const double px = plot()->xAxis->pixelToCoord(static_cast<QMouseEvent*>(event)->position().x()) * perUnit;
        emit radiusHovered(px >= 0 && px <= shownProfile_.r.back() ? std::optional(px) : std::nullopt);
    }
    if (event->type() == QEvent::Leave) emit radiusHovered(std::nullopt);
    return QWidget::eventFilter(watched, event);
}

}  // namespace coarsen::window
