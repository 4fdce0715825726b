// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/sample_chart_plots.hpp"

#include "app/window/plots/sample_marks.hpp"
#include "app/window/plots/samples_plot.hpp"
#include "app/window/theme/plot_style.hpp"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace coarsen::window {

namespace {

constexpr double meanSize = 11, ownSize = 8, paleSize = 6.5;  // px
constexpr double namesFrom = 0.02, namesStep = 0.05;          // of the chart's height
constexpr double marginPart = 0.08;                           // of the range, on either side
constexpr double lowestCurve = -0.25, highestCurve = 1;       // of C1D: what there is to see

struct Bounds {
    double lowest = std::numeric_limits<double>::infinity(), highest = -std::numeric_limits<double>::infinity();

    void include(double value, double error) {
        lowest = std::min(lowest, value - error);
        highest = std::max(highest, value + error);
    }
    /// With room around; a single value has a tenth of itself.
    QCPRange range() const {
        if (!(highest >= lowest)) return {0, 1};
        const double middle = (lowest + highest) / 2;
        double half = (highest - lowest) / 2;
        if (half < 0.02 * std::abs(middle)) half = 0.02 * std::abs(middle);
        if (half == 0) half = 0.5;
        return {middle - (1 + 2 * marginPart) * half, middle + (1 + 2 * marginPart) * half};
    }
};

}  // namespace

ColumnPlot::ColumnPlot(QCustomPlot* plot, const Theme& theme) : plot_(plot), note_(addWords(plot)) {
    plot->axisRect()->setMinimumMargins({0, 6, 12, 2});
    note_->position->setType(QCPItemPosition::ptAxisRectRatio);
    note_->setPositionAlignment(Qt::AlignRight | Qt::AlignBottom);
    note_->position->setCoords(0.985, 0.97);
    applyTheme(theme);
}

void ColumnPlot::applyTheme(const Theme& theme) {
    theme_ = &theme;
    stylePlot(plot_, theme);
    note_->setColor(theme.ink3);
}

void ColumnPlot::style(const Marks& marks, const ColumnChart::Point& point) const {
    const double size = point.isMean ? meanSize : point.isPale ? paleSize : ownSize;
    marks.points->setScatterStyle(sampleMark(point.style, size, point.isPale, *theme_));
    for (QCPErrorBars* bars : {marks.high, marks.wide}) {
        bars->setPen(pen(sampleColour(point.style, point.isPale, *theme_), point.isMean ? 1.6 : 1.1));
        bars->setWhiskerWidth(point.isMean ? 7 : 0);
    }
}

void ColumnPlot::show(const ColumnChart& chart) {
    chart_ = chart;
    std::ranges::stable_sort(chart_.points, [](const auto& a, const auto& b) { return a.isMean < b.isMean; });
    while (marks_.size() < chart_.points.size()) {
        Marks marks;
        marks.high = new QCPErrorBars(plot_->xAxis, plot_->yAxis);
        marks.wide = new QCPErrorBars(plot_->xAxis, plot_->yAxis);
        marks.points = plot_->addGraph();
        marks.points->setLineStyle(QCPGraph::lsNone);
        marks.high->setErrorType(QCPErrorBars::etValueError);
        marks.wide->setErrorType(QCPErrorBars::etKeyError);
        for (QCPErrorBars* bars : {marks.high, marks.wide}) {
            bars->setDataPlottable(marks.points);
            bars->setSymbolGap(0);
        }
        marks_.push_back(marks);
    }
    Bounds x, y;
    for (std::size_t i = 0; i < marks_.size(); ++i) {
        const Marks& marks = marks_[i];
        marks.points->data()->clear();
        marks.high->data()->clear();
        marks.wide->data()->clear();
        if (i >= chart_.points.size()) continue;
        const ColumnChart::Point& point = chart_.points[i];
        marks.points->addData(point.x, point.y);
        marks.high->addData(point.yError);
        marks.wide->addData(point.xError);
        style(marks, point);
        x.include(point.x, point.xError);
        y.include(point.y, point.yError);
    }
    plot_->xAxis->setRange(x.range());
    plot_->yAxis->setRange(y.range());
    plot_->xAxis->setLabel(chart.xLabel);
    plot_->yAxis->setLabel(chart.yLabel);
    note_->setText(chart.note);
    note_->setVisible(!chart.note.isEmpty());
}

int ColumnPlot::pointNear(double x, double y, double reach) const {
    int best = -1;
    for (std::size_t i = 0; i < chart_.points.size(); ++i) {
        const QPointF screen(plot_->xAxis->coordToPixel(chart_.points[i].x), plot_->yAxis->coordToPixel(chart_.points[i].y));
        if (const double distance = QLineF(screen, {x, y}).length(); distance <= reach)
            best = static_cast<int>(i), reach = distance;
    }
    return best;
}

CollapsePlot::CollapsePlot(QCustomPlot* plot, const Theme& theme) : plot_(plot), theme_(&theme) {
    plot->axisRect()->setMinimumMargins({0, 6, 12, 2});
    applyTheme(theme);
}

void CollapsePlot::applyTheme(const Theme& theme) {
    theme_ = &theme;
    stylePlot(plot_, theme);
}

void CollapsePlot::show(const CollapseChart& chart) {
    chart_ = chart;
    while (lines_.size() < chart.curves.size())
        lines_.push_back(plot_->addGraph());
    for (QCPItemText* name : names_)
        plot_->removeItem(name);
    names_.clear();
    std::set<int> named;
    double highest = highestCurve, lowest = lowestCurve, last = 1;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        lines_[i]->data()->clear();
        if (i >= chart.curves.size()) continue;
        const CollapseChart::Curve& curve = chart.curves[i];
        for (std::size_t k = 0; k < curve.curve->ratio.size(); ++k) {
            lines_[i]->addData(curve.curve->ratio[k], curve.curve->value[k]);
            lowest = std::min(lowest, curve.curve->value[k] - 0.02);
            last = std::max(last, curve.curve->ratio[k]);
        }
        lines_[i]->setPen(
            pen(sampleColour(curve.style, false, *theme_), curve.isPale ? 1 : 1.6, seriesStyle(curve.style, *theme_).dash));
        if (!named.insert(curve.style).second) continue;  // repeats have one name
        const ShownCondition& condition =
            chart.data->conditions[static_cast<std::size_t>(chart.data->at(curve.sample).condition)];
        QCPItemText* const name = addWords(plot_);
        name->setColor(sampleColour(curve.style, false, *theme_));
        name->position->setType(QCPItemPosition::ptAxisRectRatio);
        name->setPositionAlignment(Qt::AlignRight | Qt::AlignTop);
        name->position->setCoords(0.985, namesFrom + namesStep * static_cast<double>(names_.size()));
        name->setText(QStringLiteral("— ") + (condition.hasRepeats() ? condition.name() : curve.name));
        names_.push_back(name);
    }
    plot_->xAxis->setRange(0, last);
    plot_->yAxis->setRange(lowest, highest);
    plot_->xAxis->setLabel(chart.xLabel);
    plot_->yAxis->setLabel(QStringLiteral("C1D"));
}

int CollapsePlot::curveNear(double x, double y, double reach) const {
    int best = -1;
    for (std::size_t i = 0; i < chart_.curves.size(); ++i) {
        const double away = lines_[i]->selectTest({x, y}, false);
        if (away >= 0 && away <= reach) best = static_cast<int>(i), reach = away;
    }
    return best;
}

}  // namespace coarsen::window
