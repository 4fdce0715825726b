// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/figures/samples_figures.hpp"

#include "app/window/plots/sample_chart_plots.hpp"
#include "app/window/plots/samples_plot.hpp"
#include "core/base/numbers.hpp"

#include <QStringList>
#include <qcustomplot.h>

namespace coarsen::window {

Figure samplesFigure(std::shared_ptr<const SamplesData> data, bool logarithmic) {
    return chartFigure([data = std::move(data), logarithmic](QCPPainter& painter, const QSize& pixels, const AxisLimits& limits) {
        QCustomPlot plot;
        plot.resize(pixels);
        SamplesPlot content(&plot, Theme::light());
        content.show(*data, logarithmic);
        drawChart(plot, painter, pixels, limits);
    });
}

Figure columnFigure(ColumnChart chart) {
    return chartFigure([chart = std::move(chart)](QCPPainter& painter, const QSize& pixels, const AxisLimits& limits) {
        QCustomPlot plot;
        plot.resize(pixels);
        ColumnPlot content(&plot, Theme::light());
        content.show(chart);
        drawChart(plot, painter, pixels, limits);
    });
}

Figure collapseFigure(CollapseChart chart) {
    return chartFigure([chart = std::move(chart)](QCPPainter& painter, const QSize& pixels, const AxisLimits& limits) {
        QCustomPlot plot;
        plot.resize(pixels);
        CollapsePlot content(&plot, Theme::light());
        content.show(chart);
        drawChart(plot, painter, pixels, limits);
    });
}

QString samplesGrowthData(const SamplesData& data) {
    const auto cell = [](double value) { return QString::fromStdString(shortest(value)); };
    QString text =
        QStringList{QObject::tr("sample"), timeLabelOf(data), lengthLabelOf(data), QObject::tr("standard error")}.join('\t') +
        '\n';
    for (const ShownSample& sample : data.samples) {
        if (!sample.isDrawn()) continue;
        const double perTime = data.timeUnit().perBase, perLength = data.lengthUnit().perBase;
        for (const GrowthPoint& point : sample.sample->growth.points)
            text += QStringList{sample.name(), cell((point.time - sample.sample->origin()) * perTime),
                                cell(point.length * perLength), cell(point.error * perLength)}
                        .join('\t') +
                    '\n';
    }
    return text;
}

}  // namespace coarsen::window
