// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/paper_plot.hpp"

#include "app/window/theme/plot_style.hpp"

#include <QCoreApplication>
#include <qcustomplot.h>

#include <algorithm>

namespace coarsen::window {

namespace {

QString words(const char* text) {
    return QCoreApplication::translate("PaperPlot", text);
}

/// A title above all, and the legend beside the axes: curves fill these.
void arrange(QCustomPlot& plot, const QString& title, const Theme& theme) {
    const QFont font = plot.xAxis->tickLabelFont();
    auto* const body = new QCPLayoutGrid;
    auto* const beside = new QCPLayoutGrid;
    auto* const words = new QCPTextElement(&plot, title, font);
    words->setTextColor(theme.ink3);
    words->setTextFlags(Qt::AlignLeft | Qt::AlignVCenter);
    QCPAxisRect* const axes = plot.axisRect();
    plot.plotLayout()->take(axes);
    plot.plotLayout()->simplify();
    plot.plotLayout()->addElement(0, 0, words);
    plot.plotLayout()->addElement(1, 0, body);
    body->addElement(0, 0, axes);
    body->addElement(0, 1, beside);
    body->setColumnStretchFactor(1, 0.001);
    beside->addElement(0, 0, plot.legend);
    beside->addElement(1, 0, new QCPLayoutElement);  // takes the room below
    beside->setRowStretchFactor(0, 0.001);
    QCPLegend& legend = *plot.legend;
    legend.setVisible(true);
    legend.setBorderPen(Qt::NoPen);
    legend.setBrush(Qt::NoBrush);
    legend.setTextColor(theme.ink2);
    legend.setIconSize(22, 15);
    legend.setRowSpacing(0);
    legend.setFont(font);
    int widest = 0;
    for (int i = 0; i < plot.graphCount(); ++i)
        widest = std::max(widest, QFontMetrics(font).horizontalAdvance(plot.graph(i)->name()));
    constexpr int iconAndMargins = 44;
    legend.setMinimumSize(static_cast<int>(1.08 * widest) + iconAndMargins, 0);  // text is drawn wider on paper
}

}  // namespace

void drawPaperTimings(QCustomPlot& plot, const PaperTimings::Size& size, const QString& machine, PaperQuantity quantity,
                      const Theme& theme) {
    stylePlot(&plot, theme);
    for (std::size_t i = 0; i < size.curves.size(); ++i) {
        const PaperTimings::Curve& curve = size.curves[i];
        const SeriesStyle style = seriesStyle(static_cast<int>(i), theme);
        QCPGraph* const graph = plot.addGraph();
        graph->setName(curve.name);
        graph->setPen(pen(style.colour, 1.4, style.dash));
        constexpr std::size_t colours = 6;  // then they come again, with another mark
        const auto mark = i < colours ? QCPScatterStyle::ssCircle : QCPScatterStyle::ssSquare;
        graph->setScatterStyle(QCPScatterStyle(mark, pen(style.colour, 1), i < colours ? style.colour : theme.plot, 5));
        for (const PaperTimings::Point& point : curve.points)
            graph->addData(point.maxLag, quantity == PaperQuantity::time ? point.ms : point.speedUp);
    }
    arrange(plot, words("%1 × %2 pixels, 8 bits; %3").arg(size.width).arg(size.height).arg(machine), theme);
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis})
        setLogarithmic(axis, true, theme);
    plot.xAxis->setLabel(words("largest offset R (px)"));
    plot.yAxis->setLabel(quantity == PaperQuantity::time ? words("time for C2D (ms)") : words("times as fast as simple C"));
    plot.rescaleAxes();
    constexpr double room = 1.3;
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis})
        axis->setRange(axis->range().lower / room, axis->range().upper * room);
}

}  // namespace coarsen::window
