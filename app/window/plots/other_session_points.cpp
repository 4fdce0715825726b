// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/other_session_points.hpp"

#include "app/window/theme/plot_style.hpp"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace coarsen::window {

namespace {
constexpr int ringColour = 2;    ///< of seriesStyle: green, which is neither the length's orange nor the place's blue
constexpr double wider = 4;      ///< px, than the point that the ring lies about
constexpr int manyRings = 2000;  ///< from here on without error bars, as the chart's own points
constexpr int lawSamples = 200;
}  // namespace

OtherSessionPoints::OtherSessionPoints(QCustomPlot* plot, QCPAxis* x, QCPAxis* y)
    : line_(plot->addGraph(x, y)), points_(plot->addGraph(x, y)), bars_(new QCPErrorBars(x, y)) {
    points_->setLineStyle(QCPGraph::lsNone);
    bars_->setDataPlottable(points_);
    bars_->setErrorType(QCPErrorBars::etValueError);
    bars_->setWhiskerWidth(0);
    bars_->setSymbolGap(0);
}

void OtherSessionPoints::applyTheme(const Theme& theme) {
    theme_ = &theme;
    style();
}

void OtherSessionPoints::setMarkSize(double px) {
    markSize_ = px;
    style();
}

void OtherSessionPoints::style() {
    const QColor colour = seriesStyle(ringColour, *theme_).colour;
    line_->setPen(pen(colour, 1.4, Qt::DashDotLine));
    bars_->setPen(pen(colour, 1));
    bars_->setVisible(!isDense_);
    points_->setAntialiasedScatters(!isDense_);
    points_->setScatterStyle(QCPScatterStyle(isDense_ ? QCPScatterStyle::ssSquare : QCPScatterStyle::ssCircle, pen(colour, 1.3),
                                             Qt::NoBrush, isDense_ ? wider : markSize_ + wider));
}

void OtherSessionPoints::show(const GrowthData& data, bool logarithmic) {
    for (QCPGraph* graph : {line_, points_})
        graph->data()->clear();
    bars_->data()->clear();
    if (!data.otherSession) return;
    const OtherResult& other = *data.otherSession->other;
    for (const auto& [frame, row] : other.rows) {
        if (frame >= static_cast<int>(data.points.size()) || other.excluded.contains(frame)) continue;
        const LengthScale& length = row->length(data.settings.length);
        if (row->status == FrameStatus::failed || !row->hasLength(data.settings.length) || !length.isFound()) continue;
        const double t = data.timeOf(data.points[static_cast<std::size_t>(frame)].result()), R = data.lengthOf(length);
        if (!std::isfinite(t) || (logarithmic && (t <= 0 || R <= 0))) continue;
        const double error = data.errorOf(length);
        points_->addData(t, R);
        bars_->addData(std::isfinite(error) ? error : 0);
    }
    isDense_ = points_->dataCount() > manyRings;
    style();
    if (!other.fit || fitOf(other.recipe).length != data.settings.length) return;
    const double perTime = data.timeUnit().perBase, from = (other.fittedFromS - data.originS()) * perTime,
                 to = (other.fittedToS - data.originS()) * perTime;
    for (int i = 0; i <= lawSamples; ++i) {
        const double part = double(i) / lawSamples;
        const double t = logarithmic && from > 0 ? from * std::pow(to / from, part) : from + part * (to - from);
        LengthScale length;
        length.px = other.fittedPxAt(t / perTime + data.originS());
        if (std::isfinite(length.px) && (!logarithmic || t > 0)) line_->addData(t, data.lengthOf(length));
    }
}

std::optional<std::pair<double, double>> OtherSessionPoints::heights() const {
    if (points_->dataCount() == 0) return {};
    const auto [low, high] = std::minmax_element(points_->data()->constBegin(), points_->data()->constEnd(),
                                                 [](const auto& one, const auto& two) { return one.value < two.value; });
    return std::pair{low->value, high->value};
}

std::vector<QPolygonF> OtherSessionPoints::drawn() const {
    QPolygonF line;
    for (const QCPGraphData& point : *line_->data())
        line << line_->coordsToPixels(point.key, point.value);
    return {line};
}

}  // namespace coarsen::window
