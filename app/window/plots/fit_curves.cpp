// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/fit_curves.hpp"

#include "app/window/plots/fit_words.hpp"
#include "app/window/theme/plot_style.hpp"

#include <qcustomplot.h>

#include <cmath>
#include <utility>

namespace coarsen::window {

namespace {

constexpr int samples = 200;  ///< of a curve
constexpr std::size_t fewPoints = 100;

/// The part between two heights: SVG has no clipping.
QVector<QCPGraphData> cut(const QVector<QCPGraphData>& line, const QCPRange& heights) {
    QVector<QCPGraphData> inside;
    for (qsizetype i = 0; i < line.size(); ++i) {
        const QCPGraphData& to = line[i];
        for (const double height : {heights.lower, heights.upper}) {
            if (i == 0 || (line[i - 1].value < height) == (to.value < height)) continue;
            const QCPGraphData& from = line[i - 1];
            inside.push_back({from.key + (height - from.value) / (to.value - from.value) * (to.key - from.key), height});
        }
        if (heights.contains(to.value)) inside.push_back(to);
    }
    return inside;
}

}  // namespace

FitCurves::FitCurves(QCustomPlot* plot, QCPAxis* x, QCPAxis* y)
    : x_(x),
      y_(y),
      bandLow_(plot->addGraph(x, y)),
      bandHigh_(plot->addGraph(x, y)),
      earlier_(plot->addGraph(x, y)),
      truth_(plot->addGraph(x, y)),
      line_(plot->addGraph(x, y)),
      continued_{plot->addGraph(x, y), plot->addGraph(x, y)} {
    bandHigh_->setChannelFillGraph(bandLow_);
}

void FitCurves::applyTheme(const Theme& t) {
    QColor band = t.ink;
    band.setAlphaF(t.dark ? 0.19f : 0.13f);
    bandLow_->setPen(Qt::NoPen);
    bandHigh_->setPen(Qt::NoPen);
    bandHigh_->setBrush(band);
    line_->setPen(pen(t.ink, 1.6));
    earlier_->setPen(pen(t.ink3, 1.4, Qt::DashLine));
    truth_->setPen(pen(t.accent, 1.6, Qt::DotLine));
    QPen dashes = pen(t.ink, 1);
    dashes.setDashPattern({5, 4});
    for (QCPGraph* line : continued_)
        line->setPen(dashes);
}

void FitCurves::show(const GrowthData& data, bool logarithmic) {
    for (QCPGraph* graph : {bandLow_, bandHigh_, earlier_, truth_, line_, continued_[0], continued_[1]})
        graph->data()->clear();
    // Under a few points, whose marks say something; over many, which would hide it just where it fits.
    for (QCPGraph* line : {line_, continued_[0], continued_[1]})
        line->setLayer(data.points.size() <= fewPoints ? QStringLiteral("grid") : QStringLiteral("axes"));
    if (data.isTruthShown && data.hasTruth())
        for (const GrowthData::Point& point : data.points) {
            const double t = data.timeOf(point.result()), length = data.truthOf(point.result().frame);
            if (std::isfinite(length) && (!logarithmic || t > 0)) truth_->addData(t, length);
        }
    const QCPRange axis = x_->range();
    const double perTime = data.timeUnit().perBase, perLength = data.lengthUnit().perBase;
    const auto sample = [&](const GrowthFit& fit, double from, double to, QCPGraph* line, bool hasBand) {
        for (int i = 0; i <= samples; ++i) {
            const double part = double(i) / samples;
            const double t = logarithmic ? from * std::pow(to / from, part) : from + part * (to - from);
            const double seconds = t / perTime + data.originS();
            const double value = fit.valueAt(seconds) * perLength;
            if (!std::isfinite(value)) continue;
            line->addData(t, value);
            if (!hasBand) continue;
            const double error = 1.96 * fit.standardErrorAt(seconds) * perLength;
            bandLow_->addData(t, value - (std::isfinite(error) ? error : 0));
            bandHigh_->addData(t, value + (std::isfinite(error) ? error : 0));
        }
    };
    const GrowthFit* const earlier = data.earlierFit();
    if (earlier) sample(*earlier, axis.lower, axis.upper, earlier_, false);
    const GrowthFit* const fit = data.chosenFit();
    if (!fit || !fit->isFitted() || data.fitsAreEarlier) return;
    const auto [first, last] = data.timesOf(*fit);
    const double from = std::max(first, axis.lower), to = std::min(last, axis.upper);
    if (from <= to) sample(*fit, from, to, line_, true);
    if (earlier) return;  // whose dashes these would be taken for
    if (axis.lower < first) sample(*fit, axis.lower, std::min(first, axis.upper), continued_[0], false);
    if (last < axis.upper) sample(*fit, std::max(last, axis.lower), axis.upper, continued_[1], false);
    for (QCPGraph* line : continued_)
        line->data()->set(cut(QVector<QCPGraphData>(line->data()->constBegin(), line->data()->constEnd()), y_->range()), false);
}

std::vector<LegendRow> FitCurves::legend(const GrowthData& data) const {
    const LineWords words = lineWords(data);
    std::vector<LegendRow> rows;
    for (const auto& [graph, about] :
         {std::pair{line_, words.line}, {bandHigh_, words.band}, {truth_, words.truth}, {earlier_, words.earlier}})
        if (!about.isEmpty()) rows.push_back({graph, about});
    return rows;
}

std::vector<QPolygonF> FitCurves::drawn() const {
    std::vector<QPolygonF> drawn;
    for (const QCPGraph* graph : {line_, bandLow_, bandHigh_, earlier_, truth_, continued_[0], continued_[1]}) {
        QPolygonF line;
        for (const QCPGraphData& point : *graph->data())
            line << graph->coordsToPixels(point.key, point.value);
        drawn.push_back(line);
    }
    return drawn;
}

}  // namespace coarsen::window
