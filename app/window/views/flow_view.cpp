// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/flow_view.hpp"

#include "app/window/plots/flow_plot.hpp"
#include "app/window/theme/theme.hpp"

#include <QPainter>

#include <utility>

namespace coarsen::window {

FlowView::FlowView(QWidget* parent) : QWidget(parent) {
    setObjectName("comparison-flow");
    setAccessibleName(tr("The frame, with arrows from where its patches were"));
    setMinimumSize(240, 200);
    connect(&ThemeHub::instance(), &ThemeHub::changed, this, qOverload<>(&QWidget::update));
}

void FlowView::show(std::shared_ptr<const Comparison> comparison) {
    comparison_ = std::move(comparison);
    update();
}

void FlowView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), theme().stage);
    if (comparison_) drawFlow(painter, rect(), *comparison_);
}

}  // namespace coarsen::window
