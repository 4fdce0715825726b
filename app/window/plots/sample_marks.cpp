// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/sample_marks.hpp"

#include "app/window/theme/plot_style.hpp"

#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace coarsen::window {

namespace {

constexpr int lawSteps = 160;
constexpr float palest = 0.4f;
constexpr double meanLarger = 1.5;
constexpr int swatchSide = 16;
constexpr const char* layerName = "samples";
constexpr std::size_t enoughPlaces = 400;

QCPScatterStyle::ScatterShape shapeOf(int style) {
    constexpr std::array shapes = {QCPScatterStyle::ssCircle, QCPScatterStyle::ssSquare, QCPScatterStyle::ssDiamond,
                                   QCPScatterStyle::ssTriangle, QCPScatterStyle::ssTriangleInverted};
    return shapes[static_cast<std::size_t>(style) % shapes.size()];
}

/// Diamonds and triangles look smaller than circles of their width.
double evenSize(int style, double size) {
    return style % 5 == 1 ? 0.9 * size : style % 5 == 0 ? size : 1.15 * size;
}

QColor mixedColour(const QColor& one, const QColor& ground, float part) {
    const auto mix = [part](float a, float b) { return part * a + (1 - part) * b; };
    return QColor::fromRgbF(mix(one.redF(), ground.redF()), mix(one.greenF(), ground.greenF()), mix(one.blueF(), ground.blueF()));
}

}  // namespace

QColor sampleColour(int style, bool isPale, const Theme& t) {
    const QColor colour = seriesStyle(style, t).colour;
    return isPale ? mixedColour(colour, t.plot, palest) : colour;
}

QCPScatterStyle sampleMark(int style, double size, bool isPale, const Theme& t) {
    return {shapeOf(style), pen(t.plot, 1), sampleColour(style, isPale, t), evenSize(style, size)};
}

QPixmap sampleSwatch(int style, bool isPale, bool isMean, bool isLookedAt, const Theme& t, qreal pixelRatio) {
    QPixmap picture(QSize(swatchSide, swatchSide) * pixelRatio);
    picture.setDevicePixelRatio(pixelRatio);
    picture.fill(Qt::transparent);
    QCPPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    const QPointF middle(swatchSide / 2.0, swatchSide / 2.0);
    const double size = isMean ? 12 : isPale ? 7 : 9;
    QCPScatterStyle mark = isLookedAt ? QCPScatterStyle(QCPScatterStyle::ssCircle, pen(t.plot, 1), t.rmax, size)
                                      : sampleMark(style, size, isPale, t);
    mark.setPen(Qt::NoPen);
    mark.applyTo(&painter, Qt::NoPen);
    mark.drawShape(&painter, middle);
    painter.end();
    return picture;
}

SampleMarks::SampleMarks(QCustomPlot* plot, QCPAxis* x, QCPAxis* y) : plot_(plot), x_(x), y_(y) {
    if (!plot->layer(layerName)) plot->addLayer(layerName, plot->layer("main"), QCustomPlot::limBelow);
}

void SampleMarks::applyTheme(const Theme& theme) {
    theme_ = &theme;
    styleMarks();
}

void SampleMarks::setMarkSize(double px) {
    markSize_ = px;
    styleMarks();
}

SampleMarks::Marks& SampleMarks::next() {
    if (used_ == marks_.size()) {
        Marks marks;
        marks.line = plot_->addGraph(x_, y_);
        marks.bars = new QCPErrorBars(x_, y_);
        marks.points = plot_->addGraph(x_, y_);
        marks.points->setLineStyle(QCPGraph::lsNone);
        marks.bars->setDataPlottable(marks.points);
        marks.bars->setErrorType(QCPErrorBars::etValueError);
        marks.bars->setSymbolGap(0);
        for (QCPLayerable* part : std::initializer_list<QCPLayerable*>{marks.line, marks.bars, marks.points})
            part->setLayer(layerName);
        marks_.push_back(marks);
    }
    return marks_[used_++];
}

void SampleMarks::styleMarks() {
    if (!theme_) return;
    for (const Marks& marks : marks_) {
        const QColor colour = sampleColour(marks.style, marks.isPale, *theme_);
        const double size = marks.isMean ? meanLarger * markSize_ : marks.isPale ? 0.75 * markSize_ : markSize_;
        marks.points->setScatterStyle(sampleMark(marks.style, size, marks.isPale, *theme_));
        marks.bars->setPen(pen(colour, marks.isMean ? 1.6 : 1));
        marks.bars->setWhiskerWidth(marks.isMean ? 6 : 0);
        marks.line->setPen(pen(colour, marks.isMean ? 1.8 : 1.4, seriesStyle(marks.style, *theme_).dash));
    }
}

void SampleMarks::clear() {
    for (const Marks& marks : marks_) {
        marks.line->data()->clear();
        marks.points->data()->clear();
        marks.bars->data()->clear();
    }
    used_ = 0;
    extent_ = {};
    places_.clear();
}

void SampleMarks::show(const SamplesData& data, const ChartScale& scale, std::optional<int> leftOut) {
    clear();
    for (const bool arePale : {true, false})  // means over their repeats
        for (std::size_t i = 0; i < data.samples.size(); ++i) {
            const ShownSample& sample = data.samples[i];
            if (leftOut == static_cast<int>(i) || !sample.entry.isShown || data.isPale(sample) != arePale) continue;
            draw(*sample.sample, static_cast<int>(i), scale, sample.style, arePale, false);
        }
    for (const ShownCondition& condition : data.conditions)
        if (condition.isMean()) draw(condition.joined, -1, scale, condition.style, false, true);
    styleMarks();
}

void SampleMarks::draw(const FittedGrowth& growth, int sample, const ChartScale& scale, int style, bool isPale, bool isMean) {
    if (growth.growth.points.empty() || !whyNotDrawn(growth, scale.units).isEmpty()) return;
    Marks& marks = next();
    marks.style = style, marks.isPale = isPale, marks.isMean = isMean;
    for (const GrowthPoint& point : growth.growth.points) {
        const double t = (point.time - growth.origin()) * scale.perTime, length = point.length * scale.perLength;
        if (point.excluded || !std::isfinite(t) || !std::isfinite(length)) continue;
        if (scale.isLogarithmic && (t <= 0 || length <= 0)) continue;
        marks.points->addData(t, length);
        const QRectF here(t, length, 0, 0);
        extent_ = places_.empty() ? here
                                  : QRectF(QPointF(std::min(extent_.left(), t), std::min(extent_.top(), length)),
                                           QPointF(std::max(extent_.right(), t), std::max(extent_.bottom(), length)));
        places_.emplace_back(sample, QPointF(t, length));
    }
    // Graphs sort their points by time, and bars go with them by place.
    std::vector<std::pair<double, double>> errors;
    for (const GrowthPoint& point : growth.growth.points)
        errors.emplace_back((point.time - growth.origin()) * scale.perTime, point.error * scale.perLength);
    std::ranges::stable_sort(errors, {}, &std::pair<double, double>::first);
    auto known = errors.begin();
    for (const QCPGraphData& point : *marks.points->data()) {
        while (known != errors.end() && known->first != point.key)
            ++known;
        marks.bars->addData(known != errors.end() && std::isfinite(known->second) ? (known++)->second : 0);
    }
    if (!isPale) drawLaw(growth, scale, marks.line);
}

/// Where it was fitted.
void SampleMarks::drawLaw(const FittedGrowth& growth, const ChartScale& scale, QCPGraph* line) const {
    const GrowthFit* const fit = growth.chosenFit();
    const std::vector<GrowthPoint> fitted = growth.pointsInFit();
    if (!fit || !fit->isFitted() || fitted.size() < 2) return;
    double from = fitted.front().time - growth.origin();
    const double to = fitted.back().time - growth.origin();
    if (scale.isLogarithmic && from <= 0) from = to / 1000;
    if (scale.isLogarithmic && to <= 0) return;
    for (int i = 0; i <= lawSteps; ++i) {
        const double part = double(i) / lawSteps;
        const double t = scale.isLogarithmic ? from * std::pow(to / from, part) : from + part * (to - from);
        const double value = fit->valueAt(t + growth.origin()) * scale.perLength;
        if (std::isfinite(value) && (!scale.isLogarithmic || value > 0)) line->addData(t * scale.perTime, value);
    }
}

int SampleMarks::sampleNear(double x, double y, double reach) const {
    int best = -1;
    for (const auto& [sample, place] : places_) {
        if (sample < 0) continue;
        const QPointF screen(x_->coordToPixel(place.x()), y_->coordToPixel(place.y()));
        if (const double distance = QLineF(screen, {x, y}).length(); distance <= reach) best = sample, reach = distance;
    }
    return best;
}

std::vector<QPolygonF> SampleMarks::drawn() const {
    std::vector<QPolygonF> drawn;
    for (std::size_t i = 0; i < used_; ++i) {
        QPolygonF line;
        for (const QCPGraphData& point : *marks_[i].line->data())
            line << marks_[i].line->coordsToPixels(point.key, point.value);
        drawn.push_back(line);
    }
    const double reach = markSize_ / 2;
    for (std::size_t i = 0; i < places_.size(); i += 1 + places_.size() / enoughPlaces) {
        const QPointF centre(x_->coordToPixel(places_[i].second.x()), y_->coordToPixel(places_[i].second.y()));
        drawn.emplace_back(QRectF(centre - QPointF(reach, reach), centre + QPointF(reach, reach)));
    }
    return drawn;
}

}  // namespace coarsen::window
