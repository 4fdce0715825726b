// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/sample_charts.hpp"

#include "app/window/plots/group_words.hpp"
#include "app/window/plots/samples_plot.hpp"
#include "core/base/numbers.hpp"
#include "core/measure/lengths.hpp"

#include <QObject>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <map>

namespace coarsen::window {

namespace {

double finiteOr0(double value) {
    return std::isfinite(value) ? value : 0;
}

QString cell(double value) {
    return std::isfinite(value) ? QString::fromStdString(shortest(value)) : QString();
}

}  // namespace

Unit unitOf(const SamplesData& data, const SampleColumn& column) {
    if (!column.unit.empty()) return {translated(column.unit), 1};
    return data.unitOf(column.quantity);
}

QString labelOf(const SamplesData& data, const SampleColumn& column) {
    if (column.key == "x") return data.xText();
    const QString unit = unitOf(data, column).name, symbol = QString::fromStdString(column.quantity.symbol);
    QString label = translated(column.label);
    if (!symbol.isEmpty() && symbol != "R" && symbol != "N" && symbol != "t") label += " " + symbol;
    return unit.isEmpty() ? label : label + QStringLiteral(" (%1)").arg(unit);
}

ColumnChart columnChart(const SamplesData& data, const std::string& xKey, const std::string& yKey, double time) {
    const SampleColumn &xColumn = sampleColumn(xKey), &yColumn = sampleColumn(yKey);
    const Unit xUnit = unitOf(data, xColumn), yUnit = unitOf(data, yColumn);
    ColumnChart chart;
    chart.xLabel = labelOf(data, xColumn);
    chart.yLabel = labelOf(data, yColumn);
    chart.xUnit = xUnit.name;
    chart.yUnit = yUnit.name;
    const auto hasUnit = [](const SampleColumn& column) { return column.quantity.length != 0 || column.quantity.time != 0; };
    const bool needsUnits = hasUnit(xColumn) || hasUnit(yColumn);
    QStringList without;
    std::map<std::string, QStringList> byLaw;
    const auto add = [&](const SampleLine& line, ColumnChart::Point point) {
        const SampleValue x = xColumn.value(line, time), y = yColumn.value(line, time);
        if (!std::isfinite(x.value) || !std::isfinite(y.value)) {
            if (!point.isMean) without << point.name;
            return;
        }
        for (const SampleValue& value : {x, y})
            if (!value.law.empty() && !point.isMean) byLaw[value.law] << point.name;
        point.x = x.value * xUnit.perBase;
        point.xError = finiteOr0(x.error * xUnit.perBase);
        point.y = y.value * yUnit.perBase;
        point.yError = finiteOr0(y.error * yUnit.perBase);
        chart.points.push_back(std::move(point));
    };
    for (std::size_t i = 0; i < data.samples.size(); ++i) {
        const ShownSample& sample = data.samples[i];
        if (!sample.entry.isShown) continue;
        if (needsUnits && !sample.isDrawn()) {
            without << sample.name();
            continue;
        }
        add(*sample.sample,
            {.sample = static_cast<int>(i), .name = sample.name(), .style = sample.style, .isPale = data.isPale(sample)});
    }
    for (const ShownCondition& condition : data.conditions)
        if (condition.isMean()) add(condition.joined, {.name = condition.name(), .style = condition.style, .isMean = true});
    const auto listed = [](const QStringList& names) {
        return names.size() > 4 ? names.mid(0, 3).join(", ") + QObject::tr(" and %1 more").arg(names.size() - 3)
                                : names.join(", ");
    };
    QStringList notes;
    if (!without.isEmpty()) notes << QObject::tr("not drawn here: %1").arg(listed(without));
    if (byLaw.size() > 1 && xColumn.isOfLaw != yColumn.isOfLaw) {
        QStringList laws;
        for (const auto& [law, names] : byLaw)
            laws << QObject::tr("%1 by %2").arg(listed(names), lawName(law));
        notes << QObject::tr("values of several laws: %1").arg(laws.join("; "));
    }
    chart.note = notes.join(". ");
    if (!chart.points.empty()) return chart;
    const bool isAnyNumber = std::ranges::any_of(data.samples, [](const ShownSample& one) { return std::isfinite(one.entry.x); });
    chart.empty =
        (xKey == "x" || yKey == "x") && !isAnyNumber
            ? QObject::tr("No sample has a number yet.\nType one in the column “%1” of the table of samples.").arg(data.xText())
            : QObject::tr("No sample has both values yet.\nMeasure the samples, and choose a law that has them.");
    return chart;
}

CollapseChart collapseChart(std::shared_ptr<const SamplesData> data) {
    CollapseChart chart;
    chart.data = std::move(data);
    const LengthEstimator* const length = lengthEstimator(chart.data->units.length);
    chart.xLabel =
        QStringLiteral("R / ") + (chart.data->units.length == "r_max" || !length ? rMaxText() : translated(length->label));
    for (std::size_t i = 0; i < chart.data->samples.size(); ++i) {
        const ShownSample& sample = chart.data->samples[i];
        if (!sample.entry.isShown || sample.sample->collapse.isEmpty()) continue;
        if (sample.sample->growth.lengthKey != chart.data->units.length) continue;  // R over it has no unit, whatever the image's
        chart.curves.push_back(
            {static_cast<int>(i), sample.name(), sample.style, chart.data->isPale(sample), &sample.sample->collapse});
    }
    if (chart.curves.empty())
        chart.empty = QObject::tr("No sample has C1D yet.\nMeasure the samples; curves appear here as they are done.");
    return chart;
}

QString columnChartData(const ColumnChart& chart) {
    QString text = QStringList{QObject::tr("sample"), chart.xLabel, QObject::tr("standard error"), chart.yLabel,
                               QObject::tr("standard error")}
                       .join('\t') +
                   '\n';
    for (const ColumnChart::Point& point : chart.points)
        text += QStringList{point.name, cell(point.x), cell(point.xError), cell(point.y), cell(point.yError)}.join('\t') + '\n';
    return text;
}

QString collapseChartData(const CollapseChart& chart) {
    QString text = QStringList{QObject::tr("sample"), chart.xLabel, QStringLiteral("C1D"), QObject::tr("scatter between frames"),
                               QObject::tr("frames")}
                       .join('\t') +
                   '\n';
    for (const CollapseChart::Curve& curve : chart.curves)
        for (std::size_t i = 0; i < curve.curve->ratio.size(); ++i)
            text += QStringList{curve.name, cell(curve.curve->ratio[i]), cell(curve.curve->value[i]),
                                cell(curve.curve->scatter[i]), QString::number(curve.curve->frames[i])}
                        .join('\t') +
                    '\n';
    return text;
}

}  // namespace coarsen::window
