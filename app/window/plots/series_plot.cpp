// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/series_plot.hpp"

#include "app/window/theme/plot_style.hpp"
#include "app/window/theme/words.hpp"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace coarsen::window {

namespace {

constexpr double shownScaled = 2.5;  // of R / R_max
constexpr double shortest = 1e-9;    // a span of times that can be drawn
constexpr int mostPoints = 200;      // on the image's line
constexpr double endOfPeak = 2.6;    // the central peak runs out of the picture, as in C1D of one frame

}  // namespace

SeriesPlot::SeriesPlot(QCustomPlot* plot, const Theme& theme) : plot_(plot), theme_(&theme) {
    plot->axisRect()->setMinimumMargins({0, 6, 8, 2});
    plot->setPlottingHint(QCP::phFastPolylines);  // a dozen smooth curves would cost the screen 40 ms; figures stay smooth
    map_ = new QCPColorMap(plot->xAxis, plot->yAxis);
    map_->setInterpolate(false);
    scale_ = addColourScale(plot);
    for (std::size_t i = 0; i <= SeriesCurves::mostCurves; ++i)
        graphs_.push_back(plot->addGraph());
    casing_ = plot->addGraph();
    line_ = plot->addGraph();
    straight_ = new QCPItemStraightLine(plot);
    applyTheme(theme);
    clear();
}

void SeriesPlot::applyTheme(const Theme& t) {
    theme_ = &t;
    stylePlot(plot_, t);
    styleAxis(scale_->axis(), t);
    scale_->axis()->grid()->setVisible(false);
    casing_->setPen(pen(QColor(0, 0, 0, 166), 4));
    line_->setPen(pen(t.ring, 1.8));
}

void SeriesPlot::show(const SeriesCurves& curves, SeriesMode mode, int currentFrame) {
    mode_ = mode;
    clear();
    if (curves.isEmpty()) return;
    const bool isImage = mode == SeriesMode::image;
    scale_->setGradient(isImage ? divergingGradient(theme_->dark) : timeGradient(theme_->dark));
    scale_->setVisible(true);
    scale_->axis()->setLabel(isImage ? QStringLiteral("C1D") : curves.growth->timeLabel());
    const bool countsFrames = !curves.growth->timesAreSeconds;
    setWholeTicks(scale_->axis(), countsFrames && !isImage);
    setWholeTicks(plot_->xAxis, countsFrames && isImage);
    scale_->setDataRange(isImage ? QCPRange(-curves.limit, curves.limit)
                                 : QCPRange(curves.firstTime, std::max(curves.lastTime, curves.firstTime + shortest)));
    if (isImage)
        showImage(curves);
    else
        showOverlay(curves);
    setCurrentFrame(curves, currentFrame);
}

/// The largest R drawn; 0 where the frame cannot be scaled.
double SeriesPlot::showCurve(QCPGraph* graph, const SeriesCurves& curves, int frame) const {
    const FrameResult& row = curves.result(frame);
    const double perPx = mode_ == SeriesMode::scaled ? 1 / row.rMax.px : curves.perPx;
    QVector<double> R, C;
    for (std::size_t r = 0; r < row.profile.value.size() && !std::isnan(perPx); ++r) {
        if (!std::isfinite(row.profile.value[r])) continue;
        R.push_back(static_cast<double>(r) * perPx);
        C.push_back(row.profile.value[r]);
    }
    graph->setData(R, C, true);
    return R.isEmpty() ? 0 : R.back();
}

void SeriesPlot::showOverlay(const SeriesCurves& curves) {
    const bool isScaled = mode_ == SeriesMode::scaled;
    const double span = std::max(curves.lastTime - curves.firstTime, shortest);
    double widest = 0;
    for (std::size_t i = 0; i < curves.chosen.size(); ++i) {
        const int frame = curves.chosen[i];
        widest = std::max(widest, showCurve(graphs_[i], curves, frame));
        graphs_[i]->setPen(pen(timeColour((curves.timeOf(frame) - curves.firstTime) / span, theme_->dark), 1.5));
    }
    const double top = std::max({endOfPeak * curves.highest, -1.4 * curves.lowest, 0.1});
    plot_->xAxis->setRange(0, isScaled ? std::min(widest, shownScaled) : widest);
    plot_->yAxis->setRange(std::min(1.15 * curves.lowest, -0.25 * top), std::min(top, 1.05));
    plot_->xAxis->setLabel(isScaled ? "R / " + rMaxText() : QStringLiteral("R (%1)").arg(curves.unit.name));
    plot_->yAxis->setLabel("C1D");
    straight_->setVisible(isScaled && widest > 0);
    straight_->setPen(pen(theme_->rmax, 1.2));  // R = R_max
    straight_->point1->setCoords(1, 0);
    straight_->point2->setCoords(1, 1);
}

void SeriesPlot::setCurrentFrame(const SeriesCurves& curves, int frame) {
    if (mode_ == SeriesMode::image) {
        const bool isKnown = frame >= 0 && frame < static_cast<int>(curves.times.size());
        const double at = isKnown ? curves.timeOf(frame) : std::nan("");
        straight_->setVisible(std::isfinite(at));
        straight_->setPen(pen(theme_->accent, 1.4));
        straight_->point1->setCoords(at, 0);
        straight_->point2->setCoords(at, 1);
    } else if (curves.isUsable(frame)) {
        graphs_.back()->setPen(pen(theme_->accent, 2.4, Qt::DashLine));
        showCurve(graphs_.back(), curves, frame);
    } else {
        graphs_.back()->data()->clear();
    }
}

void SeriesPlot::showImage(const SeriesCurves& curves) {
    const double last = std::max(curves.lastTime, curves.firstTime + shortest);
    map_->setColorScale(scale_);
    map_->setVisible(true);
    map_->data()->setSize(curves.columns, curves.rows);
    map_->data()->setRange({curves.firstTime, last}, {0, curves.lastR});
    for (int y = 0; y < curves.rows; ++y)
        for (int x = 0; x < curves.columns; ++x)
            map_->data()->setCell(x, y, curves.cells[static_cast<std::size_t>(y * curves.columns + x)]);
    const QVector<double> time(curves.lineTime.begin(), curves.lineTime.end()), R(curves.lineR.begin(), curves.lineR.end());
    casing_->setData(time, R, true);
    line_->setData(time, R, true);
    line_->setScatterStyle(time.size() > mostPoints
                               ? QCPScatterStyle()
                               : QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(QColor(0, 0, 0, 166), 1), theme_->ring, 6));
    plot_->xAxis->setRange(curves.firstTime, last);
    plot_->yAxis->setRange(0, curves.lastR);
    plot_->xAxis->setLabel(curves.growth->timeLabel());
    plot_->yAxis->setLabel(QStringLiteral("R (%1)").arg(curves.unit.name));
}

void SeriesPlot::clear() {
    for (int i = 0; i < plot_->graphCount(); ++i)
        plot_->graph(i)->data()->clear();
    map_->setVisible(false);
    if (map_->colorScale()) map_->setColorScale(nullptr);
    scale_->setVisible(false);
    straight_->setVisible(false);
}

int SeriesPlot::frameAt(const SeriesCurves& curves, double x, double y, double reach) const {
    if (curves.isEmpty() || !plot_->axisRect()->rect().contains(QPoint(static_cast<int>(x), static_cast<int>(y)))) return -1;
    int best = -1;
    if (mode_ == SeriesMode::image) {
        const double time = plot_->xAxis->pixelToCoord(x);
        for (const int frame : curves.usable)
            if (best < 0 || std::abs(curves.timeOf(frame) - time) < std::abs(curves.timeOf(best) - time)) best = frame;
        return best;
    }
    double nearest = reach;
    for (std::size_t i = 0; i < curves.chosen.size(); ++i) {
        const double distance = graphs_[i]->selectTest({x, y}, false);
        if (distance >= 0 && distance <= nearest) best = curves.chosen[i], nearest = distance;
    }
    return best;
}

}  // namespace coarsen::window
