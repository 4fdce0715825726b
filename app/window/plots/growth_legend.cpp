// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/growth_legend.hpp"

#include "app/window/theme/plot_style.hpp"

#include <QFontMetricsF>
#include <QStringList>
#include <qcustomplot.h>

#include <algorithm>
#include <utility>

namespace coarsen::window {

namespace {

constexpr double symbolWidth = 22, symbolGap = 6;  // px
constexpr double largestSymbol = 8, barReach = 5;  // px; the height of half an error bar
constexpr double bandReach = 4;                    // px, half its height

}  // namespace

/// Draws the symbols, and under them and the words their ground.
class GrowthLegend::Symbols : public QCPAbstractItem {
public:
    explicit Symbols(QCustomPlot* plot) : QCPAbstractItem(plot) { setClipToAxisRect(false); }

    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

    std::vector<LegendRow> rows;
    QPointF corner;
    QSizeF size;
    double rowHeight = 0;
    QBrush ground = Qt::NoBrush;

protected:
    void draw(QCPPainter* painter) override {
        if (ground.style() != Qt::NoBrush) painter->fillRect(QRectF(corner, size), ground);
        double y = corner.y() + rowHeight / 2;
        for (const LegendRow& row : rows) {
            for (const QCPAbstractPlottable* about : {row.about, row.alsoAbout})
                drawSymbol(*painter, about, y);
            y += rowHeight;
        }
    }

private:
    void drawSymbol(QCPPainter& painter, const QCPAbstractPlottable* about, double y) const {
        const auto* const graph = qobject_cast<const QCPGraph*>(about);
        if (!graph) return;
        const double left = corner.x(), right = left + symbolWidth, middle = (left + right) / 2;
        painter.save();
        if (graph->channelFillGraph()) {
            painter.fillRect(QRectF(left, y - bandReach, symbolWidth, 2 * bandReach), graph->brush());
        } else if (graph->lineStyle() == QCPGraph::lsNone) {
            if (const QCPErrorBars* const bars = barsOfMarks(graph)) {
                painter.setPen(bars->pen());
                painter.drawLine(QPointF(middle, y - barReach), QPointF(middle, y + barReach));
            }
            QCPScatterStyle style = graph->scatterStyle();
            style.setSize(std::min(style.size(), largestSymbol));
            style.applyTo(&painter, graph->pen());
            style.drawShape(&painter, middle, y);
        } else {
            painter.setPen(graph->pen());
            painter.drawLine(QPointF(left, y), QPointF(right, y));
        }
        painter.restore();
    }

    const QCPErrorBars* barsOfMarks(const QCPGraph* marks) const {
        for (int i = 0; i < mParentPlot->plottableCount(); ++i)
            if (const auto* const bars = qobject_cast<QCPErrorBars*>(mParentPlot->plottable(i));
                bars && bars->visible() && bars->dataPlottable() == marks)
                return bars;
        return nullptr;
    }
};

GrowthLegend::GrowthLegend(QCustomPlot* plot) : symbols_(new Symbols(plot)), words_(addWords(plot)) {
    words_->position->setType(QCPItemPosition::ptAbsolute);
    words_->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
    words_->setTextAlignment(Qt::AlignLeft);
    words_->setPadding({});
}

void GrowthLegend::applyTheme(const Theme& theme) {
    words_->setColor(theme.ink3);
}

void GrowthLegend::show(std::vector<LegendRow> rows) {
    QStringList lines;
    std::vector<LegendRow> shown;  // one a line
    for (LegendRow& row : rows) {
        const QStringList itsLines = row.words.split('\n');
        lines << itsLines;
        shown.push_back(std::move(row));
        shown.resize(shown.size() + static_cast<std::size_t>(itsLines.size()) - 1);
    }
    words_->setText(lines.join('\n'));
    symbols_->rows = std::move(shown);
    const QFontMetricsF metrics(words_->font());
    const QSizeF words = metrics.boundingRect({}, Qt::TextDontClip | Qt::AlignLeft, words_->text()).size();
    symbols_->rowHeight = lines.isEmpty() ? 0 : words.height() / static_cast<double>(lines.size());
    symbols_->size = {symbolWidth + symbolGap + words.width(), words.height()};
    words_->setVisible(!lines.isEmpty());
    symbols_->setVisible(!lines.isEmpty());
}

bool GrowthLegend::isVisible() const {
    return words_->visible();
}

QSizeF GrowthLegend::size() const {
    return symbols_->size;
}

void GrowthLegend::moveTo(const QPointF& corner) {
    symbols_->corner = corner;
    words_->position->setCoords(corner + QPointF(symbolWidth + symbolGap, 0));
}

void GrowthLegend::setGround(const QBrush& ground) {
    symbols_->ground = ground;
}

}  // namespace coarsen::window
