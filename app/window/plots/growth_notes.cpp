// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/growth_notes.hpp"

#include "app/window/plots/fit_words.hpp"
#include "app/window/plots/free_place.hpp"
#include "app/window/theme/plot_style.hpp"

#include <QFontMetricsF>
#include <qcustomplot.h>

#include <utility>

namespace coarsen::window {

namespace {

constexpr double blockGap = 4;  ///< px between blocks
constexpr double touched = 40;  ///< px of lines: up to here a ground would hide more than it helps

std::vector<QPolygonF> together(std::vector<QPolygonF> all, const std::vector<QPolygonF>& more) {
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

}  // namespace

GrowthNotes::GrowthNotes(QCustomPlot* plot) : legend_(plot), result_(addWords(plot)) {
    result_->position->setType(QCPItemPosition::ptAbsolute);
    result_->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
    result_->setPadding({});
}

void GrowthNotes::applyTheme(const Theme& theme) {
    theme_ = &theme;
    result_->setColor(theme.ink2);
    legend_.applyTheme(theme);
}

void GrowthNotes::show(const GrowthData& data, const GrowthLook& look, std::vector<LegendRow> rows) {
    result_->setText(look.result ? resultWords(data, !look.legend, look.scaledErrors) : QString());
    result_->setVisible(!result_->text().isEmpty());
    legend_.show(look.legend ? std::move(rows) : std::vector<LegendRow>());
}

void GrowthNotes::place(const QRectF& inside, std::vector<QPolygonF> drawn, const std::vector<QPolygonF>& edges,
                        SlopeGuides& slopes) {
    QRectF placed;
    const QFontMetricsF metrics(result_->font());
    // Where a block of that size stands, and the ground that it needs there.
    const auto placeOf = [&](const QSizeF& size) {
        const double right = inside.right() - size.width(), bottom = inside.bottom() - size.height();
        std::vector<QPointF> corners = {{right, bottom}, inside.topLeft(), {right, inside.top()}, {inside.left(), bottom}};
        if (placed.isValid())  // beside the other block
            for (const double x : {right, inside.left()})
                for (const double y : {placed.top() - blockGap - size.height(), placed.bottom() + blockGap})
                    if (y >= inside.top() && y <= bottom) corners.emplace_back(x, y);
        const auto covered = [&](const QPointF& at) { return coveredLength({at, size}, drawn); };
        const std::vector<QPolygonF> guides = slopes.drawn();
        QPointF at = freePlace(size, corners, together(together(drawn, edges), guides));
        if (const QPointF other = freePlace(size, corners, together(drawn, edges)); covered(other) < covered(at)) at = other;
        if (coveredLength({at, size}, guides) > 0) slopes.hide();
        placed = QRectF(at, size);
        const bool needsGround = covered(at) > touched;
        for (double y = at.y() + 1; y < placed.bottom(); y += metrics.height() / 2)
            drawn.push_back(QPolygonF() << QPointF(at.x(), y) << QPointF(placed.right(), y));
        return std::pair{at, needsGround ? QBrush(theme_->plot) : QBrush(Qt::NoBrush)};
    };
    if (legend_.isVisible()) {  // the widest first
        const auto [at, ground] = placeOf(legend_.size());
        legend_.moveTo(at);
        legend_.setGround(ground);
    }
    if (result_->visible()) {
        const QSizeF size = metrics.boundingRect({}, Qt::TextDontClip | Qt::AlignLeft, result_->text()).size();
        const auto [at, ground] = placeOf(size);
        result_->position->setCoords(at);
        result_->setTextAlignment(at.x() > inside.center().x() - size.width() / 2 ? Qt::AlignRight : Qt::AlignLeft);
        result_->setBrush(ground);
    }
}

}  // namespace coarsen::window
