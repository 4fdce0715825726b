// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/figures/comparison_figure.hpp"

#include "app/window/plots/flow_plot.hpp"
#include "app/window/plots/map_plot.hpp"

#include <qcustomplot.h>

#include <utility>

namespace coarsen::window {

Figure comparisonFigure(std::shared_ptr<const Comparison> comparison) {
    return {[comparison = std::move(comparison)](QCPPainter& painter, const QSize& pixels) {
                constexpr int words = 22, gap = 12;
                painter.fillRect(QRect({}, pixels), Qt::white);
                QFont font = QApplication::font();
                font.setPixelSize(11);
                painter.setFont(font);
                painter.setPen(Theme::light().ink);
                painter.drawText(QRect(0, 0, pixels.width(), words), Qt::AlignVCenter | Qt::AlignLeft, comparison->headline());
                const QRect left(0, words, (pixels.width() - gap) / 2, pixels.height() - words);
                drawFlow(painter, left, *comparison);
                const QRect right(left.right() + gap, words, pixels.width() - left.right() - gap, left.height());
                QCustomPlot plot;
                plot.resize(right.size());
                MapPlot content(&plot, Theme::light());
                content.nameEverything();
                content.show(*comparison->map, {}, {}, comparison->calibration,
                             lookOfPeak(comparison->displacement->peak.value, comparison->lagsPerCell));
                const Shift shift = comparison->displacement->shift();
                content.markPeak(QPointF(shift.x, shift.y));
                plot.setViewport(QRect({}, right.size()));
                content.keepSquare();
                for (QCPLayoutElement* element : plot.plotLayout()->elements(false))
                    if (auto* const scale = qobject_cast<QCPColorScale*>(element)) scale->setLabel(QStringLiteral("r"));
                painter.translate(right.topLeft());
                plot.toPainter(&painter, right.width(), right.height());
                painter.translate(-right.topLeft());
            },
            0.52};
}

}  // namespace coarsen::window
