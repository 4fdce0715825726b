// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/ensemble_plot.hpp"

#include "app/window/theme/plot_style.hpp"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace coarsen::window {

namespace {
constexpr double widthOfGroup = 0.35;  // of the distance to the next one, over which its images are spread
constexpr int mostLevelNames = 6;      // then they are written slanting

double leastDistance(const EnsembleData& data) {
    std::vector<double> places;
    for (const EnsembleData::Group& group : data.groups)
        places.push_back(group.x);
    std::ranges::sort(places);
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i < places.size(); ++i)
        if (places[i] > places[i - 1]) least = std::min(least, places[i] - places[i - 1]);
    return std::isfinite(least) ? least : 1;
}
}  // namespace

EnsemblePlot::EnsemblePlot(QCustomPlot* plot, const Theme& theme) : plot_(plot) {
    plot->axisRect()->setMinimumMargins({0, 6, 12, 2});
    images_ = plot->addGraph();
    halo_ = plot->addGraph();
    bars_ = new QCPErrorBars(plot->xAxis, plot->yAxis);
    means_ = plot->addGraph();
    bars_->setDataPlottable(means_);
    bars_->setErrorType(QCPErrorBars::etValueError);
    bars_->setSymbolGap(0);
    for (QCPGraph* graph : {images_, halo_, means_})
        graph->setLineStyle(QCPGraph::lsNone);
    applyTheme(theme);
}

void EnsemblePlot::applyTheme(const Theme& t) {
    stylePlot(plot_, t);
    const SeriesStyle style = seriesStyle(0, t);
    QColor faint = style.colour;
    faint.setAlphaF(0.45f);
    images_->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, pen(faint, 1), faint, 5));
    means_->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDiamond, pen(t.plot, 1.2), t.ink, 12));
    bars_->setPen(pen(t.ink, 1.6));
    bars_->setWhiskerWidth(8);
    QColor soft = t.accent;
    soft.setAlphaF(0.3f);
    halo_->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, pen(t.accent, 2), soft, 12));
}

void EnsemblePlot::show(const EnsembleData& data, int currentFrame) {
    imagePlaces_.clear();
    groupPlaces_.clear();
    for (QCPGraph* graph : {images_, halo_, means_})
        graph->data()->clear();
    bars_->data()->clear();
    const double spread = widthOfGroup * leastDistance(data);
    for (std::size_t i = 0; i < data.groups.size(); ++i) {
        const EnsembleData::Group& group = data.groups[i];
        for (std::size_t k = 0; k < group.images.size(); ++k) {
            const double part =
                group.images.size() < 2 ? 0.5 : static_cast<double>(k) / static_cast<double>(group.images.size() - 1);
            const QPointF place(group.x + spread * (part - 0.5), group.images[k].value);
            images_->addData(place.x(), place.y());
            if (group.images[k].frame == currentFrame) halo_->addData(place.x(), place.y());
            imagePlaces_.emplace_back(group.images[k].frame, place);
        }
        if (!std::isfinite(group.value)) continue;
        means_->addData(group.x, group.value);
        groupPlaces_.emplace_back(static_cast<int>(i), QPointF(group.x, group.value));
    }
    for (const QCPGraphData& mean : *means_->data()) {  // which are in the order of x, as error bars must be
        const auto group = std::ranges::find_if(
            data.groups, [&](const EnsembleData::Group& one) { return one.x == mean.key && one.value == mean.value; });
        bars_->addData(group != data.groups.end() && std::isfinite(group->error) ? group->error : 0);
    }
    setAxes(data, spread);
}

void EnsemblePlot::setAxes(const EnsembleData& data, double spread) {
    double lowest = std::numeric_limits<double>::infinity(), highest = -lowest, first = lowest, last = -lowest;
    const auto include = [&](double value) {
        if (!std::isfinite(value)) return;
        lowest = std::min(lowest, value);
        highest = std::max(highest, value);
    };
    for (const EnsembleData::Group& group : data.groups) {
        first = std::min(first, group.x);
        last = std::max(last, group.x);
        const double error = std::isfinite(group.error) ? group.error : 0;
        include(group.value - error);
        include(group.value + error);
        for (const EnsembleData::Image& image : group.images)
            include(image.value);
    }
    if (!(highest >= lowest)) lowest = 0, highest = 1;
    if (!(last >= first)) first = last = 0;
    const double middle = (lowest + highest) / 2, half = std::max(highest - lowest, 0.1 * std::abs(middle)) / 2;
    plot_->yAxis->setRange(middle - 1.2 * half, middle + 1.2 * half);
    plot_->yAxis->setLabel(data.label + " (" + data.unit + ")");
    const double margin = std::max(spread, 0.04 * (last - first));
    plot_->xAxis->setRange(first - margin - spread / 2, last + margin + spread / 2);
    plot_->xAxis->setLabel(data.condition);
    const bool isSlanting = data.condition.isEmpty() && data.groups.size() > mostLevelNames;
    plot_->xAxis->setTickLabelRotation(isSlanting ? -30 : 0);
    if (!data.condition.isEmpty()) return plot_->xAxis->setTicker(QSharedPointer<QCPAxisTicker>(new QCPAxisTicker));
    const QSharedPointer<QCPAxisTickerText> names(new QCPAxisTickerText);
    for (const EnsembleData::Group& group : data.groups)
        names->addTick(group.x, group.name);
    plot_->xAxis->setTicker(names);
}

int EnsemblePlot::nearest(const std::vector<std::pair<int, QPointF>>& places, double x, double y, double reach) const {
    int best = -1;
    for (const auto& [number, place] : places) {
        const QPointF screen(plot_->xAxis->coordToPixel(place.x()), plot_->yAxis->coordToPixel(place.y()));
        if (const double distance = QLineF(screen, {x, y}).length(); distance <= reach) best = number, reach = distance;
    }
    return best;
}

int EnsemblePlot::frameNear(double x, double y, double reach) const {
    return nearest(imagePlaces_, x, y, reach);
}

int EnsemblePlot::groupNear(double x, double y, double reach) const {
    return nearest(groupPlaces_, x, y, reach);
}

}  // namespace coarsen::window
