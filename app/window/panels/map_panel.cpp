// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/map_panel.hpp"

#include "app/window/panels/panel_header.hpp"
#include "app/window/theme/words.hpp"

#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

namespace coarsen::window {

MapPanel::MapPanel(Document& document, QWidget* parent) : QWidget(parent), document_(document), view_(new MapView) {
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    QLabel* const words = hintLabel(tr("autocorrelation map"));
    connect(view_, &MapView::described, words, &QLabel::setText);
    QToolButton* const ring = headerTool("gauge", "ring", tr("Ring at %1").arg(rMaxText()));
    ring->setCheckable(true);
    ring->setChecked(true);
    connect(ring, &QToolButton::toggled, view_, &MapView::setRingShown);
    layout->addWidget(panelHeader({titleLabel("C2D"), words}, {ring}));
    layout->addWidget(view_, 1);
    connect(&document, &Document::previewChanged, this, &MapPanel::showPreview);
}

void MapPanel::showPreview() {
    const auto& preview = document_.preview();
    if (!preview) return;
    const bool isStale = document_.isPreviewStale();
    if (!isStale || preview->frame == document_.currentFrame()) view_->setStale(isStale);
    if (isStale) return;  // what is shown stays until the answer is here
    if (!preview->stages || !preview->problem.empty()) return view_->showNothing();
    if (preview->part == Preview::Part::measured)
        view_->show(preview->map, preview->lengths.rMax, preview->row.anisotropy, document_.session().calibration);
}

}  // namespace coarsen::window
