// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/correlation/correlation_panels.hpp"

#include "app/window/panels/correlation/map_panel.hpp"
#include "app/window/panels/correlation/profile_panel.hpp"
#include "app/window/panels/parts/plot_menu.hpp"
#include "app/window/panels/parts/recalled_choice.hpp"
#include "app/window/views/series_view.hpp"

namespace coarsen::window {

CorrelationPanels::CorrelationPanels(Document& document, QWidget* parent)
    : QSplitter(Qt::Horizontal, parent), document_(document), map_(new MapPanel(document)), profile_(new ProfilePanel(document)) {
    setHandleWidth(1);
    setChildrenCollapsible(false);
    for (QWidget* panel : std::initializer_list<QWidget*>{map_, profile_}) {
        panel->setProperty("ground", "panel");
        panel->setAttribute(Qt::WA_StyledBackground);
        addWidget(panel);
    }
    const auto hovered = [this](std::optional<double> px) {
        map_->view()->setHoveredRadius(px);
        map_->planes()->setHoveredRadius(px);
        profile_->view()->setHoveredRadius(px);
        emit radiusHovered(px);
    };
    connect(map_->view(), &MapView::radiusHovered, this, hovered);
    connect(map_->planes(), &PlanesView::radiusHovered, this, hovered);
    connect(profile_->view(), &ProfileView::radiusHovered, this, hovered);
    link(*map_);
    connect(map_, &MapPanel::termChosen, profile_, &ProfilePanel::setTerm);
    connect(map_, &MapPanel::directionChanged, this, [this](const std::optional<Direction>& direction) {
        if (direction) profile_->setMode(ProfileMode::profile);  // where its curve is drawn
        profile_->setDirection(direction);
    });
    connect(map_, &MapPanel::profileWanted, this, [this] { showPanel(profile_); });
    connect(profile_, &ProfilePanel::mapWanted, this, [this] { showPanel(map_); });
    connect(map_, &MapPanel::windowWanted, this, &CorrelationPanels::openMap);
    connect(profile_, &ProfilePanel::windowWanted, this, &CorrelationPanels::openProfile);
    connect(profile_->view(), &ProfileView::markerDragged, this, &CorrelationPanels::markerDragged);
}

QWidget* CorrelationPanels::mapPanel() const {
    return map_;
}

QWidget* CorrelationPanels::profilePanel() const {
    return profile_;
}

void CorrelationPanels::adopt(const Preferences& wanted) {
    map_->adopt(wanted);
}

void CorrelationPanels::setMode(ProfileMode mode) {
    profile_->setMode(mode);
}

void CorrelationPanels::setSeriesMode(SeriesMode mode) {
    profile_->setSeriesMode(mode);
}

bool CorrelationPanels::isBusy() const {
    return profile_->isBusy();
}

void CorrelationPanels::setShared(bool shared) {
    if (shared == isShared_) return;
    isShared_ = shared;
    map_->setShared(shared);
    profile_->setShared(shared);
    map_->setVisible(!shared || isMapInFront_);
    profile_->setVisible(!shared || !isMapInFront_);
}

void CorrelationPanels::showPanel(QWidget* panel) {
    if (!isShared_ || (panel != map_ && panel != profile_)) return;
    isMapInFront_ = panel == map_;
    map_->setVisible(isMapInFront_);
    profile_->setVisible(!isMapInFront_);
}

void CorrelationPanels::grabMarker(int frame) {
    document_.frame().show(frame);
    showPanel(profile_);
    setMode(ProfileMode::profile);
    profile_->grabMarker();
}

void CorrelationPanels::openMap() {
    auto* const panel = new MapPanel(document_);
    panel->view()->setLook(map_->view()->look(), map_->view()->limits());
    panel->setDirection(map_->direction());
    connect(map_, &MapPanel::directionChanged, panel, &MapPanel::setDirection);
    connect(panel, &MapPanel::directionChanged, map_, &MapPanel::setDirection);
    connect(panel, &MapPanel::windowWanted, this, &CorrelationPanels::openMap);
    connect(panel->view(), &MapView::radiusHovered, profile_->view(), &ProfileView::setHoveredRadius);
    connect(panel->planes(), &PlanesView::radiusHovered, profile_->view(), &ProfileView::setHoveredRadius);
    link(*panel);
    openPlotWindow(this, document_, panel, document_.session().series.volumes ? tr("C3D – Coarsen") : tr("C2D – Coarsen"));
}

/// Its ring and the marker of C1D move together.
void CorrelationPanels::link(const MapPanel& map) {
    const ProfileView* const profile = profile_->view();
    connect(map.view(), &MapView::ringDragged, profile, &ProfileView::dragMarker);
    connect(map.view(), &MapView::ringReleased, profile, &ProfileView::dropMarker);
    connect(profile, &ProfileView::markerDragged, map.view(), &MapView::setRing);
    connect(map.planes(), &PlanesView::ringDragged, profile, &ProfileView::dragMarker);
    connect(map.planes(), &PlanesView::ringReleased, profile, &ProfileView::dropMarker);
    connect(profile, &ProfileView::markerDragged, map.planes(), &PlanesView::setRing);
}

void CorrelationPanels::openProfile() {
    auto* const panel = new ProfilePanel(document_);
    panel->view()->setAxes(profile_->view()->look().axes);
    panel->view()->setLogarithmic(profile_->view()->isLogarithmic());
    panel->setMode(profile_->mode());
    panel->setSeriesMode(profile_->view()->series().mode());
    panel->setDirection(map_->direction());
    connect(map_, &MapPanel::directionChanged, panel, &ProfilePanel::setDirection);
    connect(map_, &MapPanel::termChosen, panel, &ProfilePanel::setTerm);
    connect(panel, &ProfilePanel::windowWanted, this, &CorrelationPanels::openProfile);
    connect(panel->view(), &ProfileView::radiusHovered, map_->view(), &MapView::setHoveredRadius);
    connect(panel->view(), &ProfileView::markerDragged, map_->view(), &MapView::setRing);
    connect(panel->view(), &ProfileView::markerDragged, map_->planes(), &PlanesView::setRing);
    openPlotWindow(this, document_, panel, tr("C1D – Coarsen"));
}

void CorrelationPanels::nextDirection() {
    map_->nextDirection();
}

void CorrelationPanels::remember(QSettings& store) const {
    store.setValue("correlation/mode", static_cast<int>(profile_->mode()));
    store.setValue("correlation/series", static_cast<int>(profile_->view()->series().mode()));
    store.setValue("correlation/map", isMapInFront_);
}

void CorrelationPanels::recall(const QSettings& store) {
    setMode(recalledChoice(store, "correlation/mode", ProfileMode::series));
    setSeriesMode(recalledChoice(store, "correlation/series", SeriesMode::image));
    isMapInFront_ = store.value("correlation/map").toBool();
}

void CorrelationPanels::shareWidth(int width) {
    setSizes({width * 44 / 100, width * 56 / 100});
}

}  // namespace coarsen::window
