// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/correlation_panels.hpp"

#include "app/window/panels/map_panel.hpp"
#include "app/window/panels/profile_panel.hpp"

namespace coarsen::window {

CorrelationPanels::CorrelationPanels(Document& document, QWidget* parent)
    : QSplitter(Qt::Horizontal, parent), map_(new MapPanel(document)), profile_(new ProfilePanel(document)) {
    setHandleWidth(1);
    setChildrenCollapsible(false);
    for (QWidget* panel : std::initializer_list<QWidget*>{map_, profile_}) {
        panel->setProperty("ground", "panel");
        panel->setAttribute(Qt::WA_StyledBackground);
        addWidget(panel);
    }
    const auto hovered = [this](std::optional<double> px) {
        map_->view()->setHoveredRadius(px);
        profile_->view()->setHoveredRadius(px);
        emit radiusHovered(px);
    };
    connect(map_->view(), &MapView::radiusHovered, this, hovered);
    connect(profile_->view(), &ProfileView::radiusHovered, this, hovered);
    connect(map_->view(), &MapView::ringDragged, profile_->view(), &ProfileView::dragMarker);
    connect(map_->view(), &MapView::ringReleased, profile_->view(), &ProfileView::dropMarker);
    connect(profile_->view(), &ProfileView::markerDragged, map_->view(), &MapView::setRing);
    connect(map_, &MapPanel::directionChanged, this, [this](const std::optional<Direction>& direction) {
        if (direction) profile_->setMode(ProfileMode::profile);  // where its curve is drawn
        profile_->setDirection(direction);
    });
    connect(profile_->view(), &ProfileView::markerDragged, this, &CorrelationPanels::markerDragged);
}

QWidget* CorrelationPanels::mapPanel() const {
    return map_;
}

QWidget* CorrelationPanels::profilePanel() const {
    return profile_;
}

void CorrelationPanels::setMode(ProfileMode mode) {
    profile_->setMode(mode);
}

void CorrelationPanels::setSeriesMode(SeriesMode mode) {
    profile_->setSeriesMode(mode);
}

void CorrelationPanels::nextDirection() {
    map_->nextDirection();
}

void CorrelationPanels::shareWidth(int width) {
    setSizes({width * 44 / 100, width * 56 / 100});
}

}  // namespace coarsen::window
