// SPDX-License-Identifier: GPL-3.0-or-later
// Where things stand on the screen: words, frames, the handles of the fit range, the quench.
#include "app/window/plots/fit_curves.hpp"
#include "app/window/plots/growth_notes.hpp"
#include "app/window/plots/growth_plot.hpp"
#include "app/window/plots/other_session_points.hpp"
#include "app/window/plots/sample_marks.hpp"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace coarsen::window {

void GrowthPlot::placeWords() {
    logarithmic_&& look_.guides && !places_.empty() ? guides_->show() : guides_->hide();
    guides_->placeNames();
    std::vector<QPolygonF> drawn = curves_->drawn(), edges;
    std::ranges::move(otherSession_->drawn(), std::back_inserter(drawn));
    std::ranges::move(sampleMarks_->drawn(), std::back_inserter(drawn));
    for (const QCPItemStraightLine* line : {rangeFrom_, rangeTo_}) {
        if (!line->visible()) continue;
        const double x = line->point1->pixelPosition().x();
        edges.push_back(QPolygonF() << QPointF(x, chart_->top()) << QPointF(x, chart_->bottom()));
    }
    constexpr double handle = 18;  // px, below the top edge and beside the end that it moves
    for (const RangeEnd end : {RangeEnd::from, RangeEnd::to})
        if (const auto place = handlePlace(end); place && isHandled_)
            edges.emplace_back(QRectF(place->x() - handle / 2, place->y(), handle, handle));
    constexpr std::size_t enough = 400;  // of many points these tell as well where there is room
    const double reach = markSize_ / 2;
    for (std::size_t i = 0; i < places_.size(); i += 1 + places_.size() / enough) {
        const QPointF centre = onScreen(places_[i].second);
        drawn.emplace_back(QRectF(centre - QPointF(reach, reach), centre + QPointF(reach, reach)));
    }
    constexpr double margin = 8;
    const QRectF inside = QRectF(chart_->rect()).adjusted(margin, isHandled_ ? handle : margin, -margin, -margin);
    notes_->place(inside, std::move(drawn), edges, *guides_);
}

void GrowthPlot::setSamples(std::shared_ptr<const SamplesData> samples) {
    samples_ = std::move(samples);
}

/// In the units of the series; those of others are left out.
void GrowthPlot::showSamples(const GrowthData& data) {
    if (!samples_) return sampleMarks_->clear();
    const SampleUnits units{data.calibration.isKnown(), data.timesAreSeconds, data.settings.length};
    sampleMarks_->show(*samples_, {units, data.lengthUnit().perBase, data.timeUnit().perBase, logarithmic_}, samples_->lookedAt);
}

void GrowthPlot::includeSamples(double& first, double& last, double& lowest, double& highest) const {
    const auto extent = sampleMarks_->extent();
    if (!extent) return;
    first = std::min(first, extent->left());
    last = std::max(last, extent->right());
    lowest = std::min(lowest, extent->top());
    highest = std::max(highest, extent->bottom());
}

int GrowthPlot::sampleNear(double x, double y, double reach) const {
    return sampleMarks_->sampleNear(x, y, reach);
}

void GrowthPlot::showRange(const FitRange& range) {
    range_ = range;
    const QCPRange axis = chart_->axis(QCPAxis::atBottom)->range();
    const auto onAxis = [&](const std::optional<double>& seconds) { return (seconds.value_or(t0S_) - t0S_) * perTime_; };
    const double from = onAxis(range.fromS), to = onAxis(range.toS);
    rangeFrom_->setVisible(range.fromS && isHandled_);  // without handles the shade tells enough
    rangeTo_->setVisible(range.toS && isHandled_);
    rangeFrom_->point1->setCoords(from, 1);
    rangeFrom_->point2->setCoords(from, 2);
    rangeTo_->point1->setCoords(to, 1);
    rangeTo_->point2->setCoords(to, 2);
    for (std::size_t i = 0; i < outside_.size(); ++i) {
        QCPItemRect* const shade = outside_[i];
        const bool isBefore = i % 2 == 0;
        shade->setVisible((isBefore ? range.fromS : range.toS).has_value() && (i < 2 || look_.residuals));
        QCPAxisRect* const rect = i < 2 ? chart_ : residuals_;
        for (QCPItemPosition* position : {shade->topLeft, shade->bottomRight}) {
            position->setTypeX(QCPItemPosition::ptPlotCoords);
            position->setTypeY(QCPItemPosition::ptAxisRectRatio);
            position->setAxisRect(rect);
            position->setAxes(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
        }
        const auto inSight = [&](double at) { return std::clamp(at, axis.lower, axis.upper); };
        shade->topLeft->setCoords(isBefore ? axis.lower : inSight(to), 0);
        shade->bottomRight->setCoords(isBefore ? inSight(from) : axis.upper, 1);
    }
}

QPointF GrowthPlot::onScreen(const QPointF& place) const {
    return {chart_->axis(QCPAxis::atBottom)->coordToPixel(place.x()), chart_->axis(QCPAxis::atLeft)->coordToPixel(place.y())};
}

int GrowthPlot::frameNear(double x, double y, double reach) const {
    int best = -1;
    double nearest = reach;
    for (const auto& [frame, place] : places_)
        if (const double distance = QLineF(onScreen(place), {x, y}).length(); distance <= nearest)
            best = frame, nearest = distance;
    return best;
}

std::vector<int> GrowthPlot::framesIn(const QRectF& screen) const {
    std::vector<int> frames;
    for (const auto& [frame, place] : places_)
        if (screen.contains(onScreen(place))) frames.push_back(frame);
    return frames;
}

double GrowthPlot::screenX(double seconds) const {
    return chart_->axis(QCPAxis::atBottom)->coordToPixel((seconds - t0S_) * perTime_);
}

std::optional<QPointF> GrowthPlot::handlePlace(RangeEnd end) const {
    if (timesS_.empty()) return {};
    const double seconds = end == RangeEnd::from ? range_.fromS.value_or(timesS_.front()) : range_.toS.value_or(timesS_.back());
    return QPointF(screenX(seconds), chart_->top());
}

FitRange GrowthPlot::draggedRange(RangeEnd end, double x) const {
    FitRange range = range_;
    std::optional<double> nearest;
    for (const double seconds : timesS_) {
        const bool isShortOfOther = end == RangeEnd::from ? seconds < range.toS.value_or(timesS_.back())
                                                          : seconds > range.fromS.value_or(timesS_.front());
        if (isShortOfOther && (!nearest || std::abs(screenX(seconds) - x) < std::abs(screenX(*nearest) - x))) nearest = seconds;
    }
    if (!nearest) return range;
    if (end == RangeEnd::from)
        range.fromS = nearest == timesS_.front() ? std::nullopt : nearest;
    else
        range.toS = nearest == timesS_.back() ? std::nullopt : nearest;
    return range;
}

std::optional<QPointF> GrowthPlot::quenchPlace() const {
    if (logarithmic_ || timesS_.empty()) return {};
    return QPointF(screenX(t0S_), chart_->bottom());
}

double GrowthPlot::secondsAt(double x) const {
    const QCPAxis* const axis = chart_->axis(QCPAxis::atBottom);
    const double perPixel = axis->range().size() / std::max(1, chart_->width()) / perTime_;
    double step = std::pow(10.0, std::floor(std::log10(perPixel)));
    step *= perPixel / step > 5 ? 10 : perPixel / step > 2 ? 5 : 2;
    return std::round((t0S_ + axis->pixelToCoord(x) / perTime_) / step) * step;
}

void GrowthPlot::showQuench(double seconds) {
    const double at = (seconds - t0S_) * perTime_;
    quench_->setVisible(true);
    quench_->point1->setCoords(at, 1);
    quench_->point2->setCoords(at, 2);
}

}  // namespace coarsen::window
