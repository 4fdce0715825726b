// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/paper_plot.hpp"

#include "app/window/theme/plot_style.hpp"

#include <QCoreApplication>
#include <qcustomplot.h>

#include <cmath>

namespace coarsen::window {

namespace {

QString words(const char* text) {
    return QCoreApplication::translate("PaperPlot", text);
}

/// The legend stands beside the axes: curves fill these.
void placeLegend(QCustomPlot& plot, const Theme& theme) {
    auto* const beside = new QCPLayoutGrid;
    plot.plotLayout()->addElement(0, 1, beside);
    beside->addElement(0, 0, plot.legend);
    beside->addElement(1, 0, new QCPLayoutElement);  // takes the room below
    beside->setRowStretchFactor(0, 0.001);
    plot.plotLayout()->setColumnStretchFactor(1, 0.001);
    plot.legend->setVisible(true);
    plot.legend->setBorderPen(Qt::NoPen);
    plot.legend->setBrush(Qt::NoBrush);
    plot.legend->setTextColor(theme.ink2);
    plot.legend->setIconSize(22, 10);
    plot.legend->setRowSpacing(1);
    QFont font = plot.xAxis->tickLabelFont();
    plot.legend->setFont(font);
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
        graph->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, pen(style.colour, 1), style.colour, 4));
        for (const PaperTimings::Point& point : curve.points)
            graph->addData(point.maxLag, quantity == PaperQuantity::time ? point.ms : point.speedUp);
    }
    placeLegend(plot, theme);
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis})
        setLogarithmic(axis, true, theme);
    plot.xAxis->setLabel(words("largest offset R (px)"));
    plot.yAxis->setLabel(quantity == PaperQuantity::time ? words("time for C2D (ms)") : words("times as fast as simple C"));
    plot.rescaleAxes();
    constexpr double room = 1.3;
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis})
        axis->setRange(axis->range().lower / room, axis->range().upper * room);
    auto* const title = new QCPTextElement(&plot, words("%1 × %2 pixels; %3").arg(size.width).arg(size.height).arg(machine),
                                           plot.xAxis->tickLabelFont());
    title->setTextColor(theme.ink3);
    plot.plotLayout()->insertRow(0);
    plot.plotLayout()->addElement(0, 0, title);
}

}  // namespace coarsen::window
