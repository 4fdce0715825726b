// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/growth_notes.hpp"

#include "app/window/plots/fit_words.hpp"
#include "app/window/plots/free_place.hpp"
#include "app/window/plots/other_session_words.hpp"
#include "app/window/theme/plot_style.hpp"

#include <QFontMetricsF>
#include <qcustomplot.h>

namespace coarsen::window {

namespace {

constexpr double blockGap = 4;  ///< px between blocks
constexpr double touched = 40;  ///< px of lines: up to here a ground would hide more than it helps

std::vector<QPolygonF> together(std::vector<QPolygonF> all, const std::vector<QPolygonF>& more) {
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

}  // namespace

GrowthNotes::GrowthNotes(QCustomPlot* plot) : result_(addWords(plot)), legend_(addWords(plot)) {
    for (QCPItemText* words : {result_, legend_}) {
        words->position->setType(QCPItemPosition::ptAbsolute);
        words->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
        words->setPadding({});
    }
}

void GrowthNotes::applyTheme(const Theme& theme) {
    theme_ = &theme;
    result_->setColor(theme.ink2);
    legend_->setColor(theme.ink3);
}

void GrowthNotes::show(const GrowthData& data, const GrowthLook& look, bool hasPale) {
    result_->setText(look.result ? resultWords(data, !look.legend, look.scaledErrors) : QString());
    QStringList legend;
    for (const QString& block : {otherSessionLegend(data), legendWords(data, hasPale)})
        if (look.legend && !block.isEmpty()) legend << block;
    legend_->setText(legend.join('\n'));
    for (QCPItemText* words : {result_, legend_})
        words->setVisible(!words->text().isEmpty());
}

void GrowthNotes::place(const QRectF& inside, std::vector<QPolygonF> drawn, const std::vector<QPolygonF>& edges,
                        SlopeGuides& slopes) {
    QRectF placed;
    for (QCPItemText* words : {legend_, result_}) {  // the widest first
        if (!words->visible()) continue;
        const QFontMetricsF metrics(words->font());
        const QSizeF size = metrics.boundingRect({}, Qt::TextDontClip | Qt::AlignLeft, words->text()).size();
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
        words->position->setCoords(at);
        words->setTextAlignment(at.x() > inside.center().x() - size.width() / 2 ? Qt::AlignRight : Qt::AlignLeft);
        words->setBrush(covered(at) > touched ? QBrush(theme_->plot) : QBrush(Qt::NoBrush));
        placed = QRectF(at, size);
        for (double y = at.y() + 1; y < placed.bottom(); y += metrics.height() / 2)
            drawn.push_back(QPolygonF() << QPointF(at.x(), y) << QPointF(placed.right(), y));
    }
}

}  // namespace coarsen::window
