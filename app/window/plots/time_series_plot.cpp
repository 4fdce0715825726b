// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/time_series_plot.hpp"

#include "app/window/theme/plot_style.hpp"

#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace coarsen::window {

namespace {
/// How each curve of a timeSeries differs from the others: a colour, a shape and the same shape before its name.
struct CurveKind {
    int style;
    QCPScatterStyle::ScatterShape shape;
    double size;
    const char16_t* mark;
};
constexpr std::array curveKinds{CurveKind{0, QCPScatterStyle::ssCircle, 7.5, u"● "},
                                CurveKind{2, QCPScatterStyle::ssSquare, 6.5, u"■ "},
                                CurveKind{1, QCPScatterStyle::ssTriangle, 7.5, u"▲ "}};
constexpr double nameTop = 0.02, nameStep = 0.055;  // of the chart's height
}  // namespace

TimeSeriesPlot::TimeSeriesPlot(QCustomPlot* plot, const Theme& theme) : plot_(plot) {
    plot->axisRect()->setMinimumMargins({0, 6, 12, 2});
    trend_ = plot->addGraph();
    halo_ = plot->addGraph();
    halo_->setLineStyle(QCPGraph::lsNone);
    current_ = new QCPItemStraightLine(plot);
    for (std::size_t i = 0; i < curveKinds.size(); ++i) {
        Marks marks;
        marks.line = plot->addGraph();
        marks.bars = new QCPErrorBars(plot->xAxis, plot->yAxis);
        marks.points = plot->addGraph();
        marks.guessed = plot->addGraph();
        marks.bars->setDataPlottable(marks.points);
        marks.bars->setErrorType(QCPErrorBars::etValueError);
        marks.bars->setWhiskerWidth(0);
        marks.bars->setSymbolGap(0);
        for (QCPGraph* graph : {marks.points, marks.guessed})
            graph->setLineStyle(QCPGraph::lsNone);
        marks.name = words();
        marks.name->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
        marks_.push_back(marks);
    }
    note_ = words();
    note_->setPositionAlignment(Qt::AlignRight | Qt::AlignBottom);
    note_->setTextAlignment(Qt::AlignRight);
    note_->position->setCoords(0.985, 0.97);
    applyTheme(theme);
}

QCPItemText* TimeSeriesPlot::words() {
    auto* const text = addWords(plot_);
    text->position->setType(QCPItemPosition::ptAxisRectRatio);
    return text;
}

void TimeSeriesPlot::applyTheme(const Theme& t) {
    theme_ = &t;
    stylePlot(plot_, t);
    for (std::size_t i = 0; i < marks_.size(); ++i) {
        const SeriesStyle style = seriesStyle(curveKinds[i].style, t);
        const auto shape = curveKinds[i].shape;
        const double size = curveKinds[i].size;
        QColor faint = style.colour;
        faint.setAlphaF(0.55f);
        marks_[i].line->setPen(pen(faint, 1.2, style.dash));
        marks_[i].bars->setPen(pen(style.colour, 1.1));
        marks_[i].points->setScatterStyle(QCPScatterStyle(shape, pen(t.plot, 1), style.colour, size));
        marks_[i].guessed->setScatterStyle(QCPScatterStyle(shape, pen(style.colour, 1.2), t.plot, size));
        marks_[i].name->setColor(style.colour);
    }
    trend_->setPen(pen(t.ink3, 1.4, Qt::DashLine));
    QColor soft = t.accent;
    soft.setAlphaF(0.3f);
    halo_->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, pen(t.accent, 2), soft, 13));
    current_->setPen(pen(t.accent, 1.2));
    note_->setColor(t.ink3);
    QColor ground = t.plot;
    ground.setAlphaF(0.85f);
    note_->setBrush(ground);
    note_->setPadding({4, 1, 4, 1});
    for (QCPItemStraightLine* flag : flags_)
        flag->setPen(pen(t.warn, 1.2, Qt::DashLine));
    for (QCPItemText* text : flagTexts_)
        text->setColor(t.warn);
    for (QCPItemStraightLine* level : levels_)
        level->setPen(pen(t.ink3, 1, Qt::DotLine));
    for (QCPItemText* name : levelNames_)
        name->setColor(t.ink3);
}

void TimeSeriesPlot::show(const TimeSeries& timeSeries, int currentFrame) {
    places_.clear();
    for (std::size_t i = 0; i < marks_.size(); ++i)
        showCurve(marks_[i], timeSeries, i);
    trend_->data()->clear();
    for (std::size_t i = 0; i < timeSeries.trend.size(); ++i)
        if (std::isfinite(timeSeries.trend[i])) trend_->addData(timeSeries.time[i], timeSeries.trend[i]);
    setAxes(timeSeries);
    showFlags(timeSeries);
    showLevels(timeSeries);
    note_->setText(timeSeries.note);
    note_->setVisible(!timeSeries.note.isEmpty());

    halo_->data()->clear();
    const bool isKnown = currentFrame >= 0 && currentFrame < static_cast<int>(timeSeries.time.size());
    const double time = isKnown ? timeSeries.time[static_cast<std::size_t>(currentFrame)] : 0;
    current_->setVisible(isKnown && std::isfinite(time));
    current_->point1->setCoords(time, 0);
    current_->point2->setCoords(time, 1);
    for (const auto& [frame, place] : places_)
        if (frame == currentFrame) halo_->addData(place.x(), place.y());
}

void TimeSeriesPlot::showCurve(Marks& marks, const TimeSeries& timeSeries, std::size_t which) {
    for (QCPGraph* graph : {marks.line, marks.points, marks.guessed})
        graph->data()->clear();
    marks.bars->data()->clear();
    const bool isThere = which < timeSeries.curves.size();
    marks.name->setVisible(isThere && !timeSeries.curves[which].name.isEmpty());
    if (!isThere) return;
    const TimeSeries::Curve& curve = timeSeries.curves[which];
    const bool isJoined = timeSeries.isPath || curve.error.empty();  // a path; what has errors scatters about its trend
    for (std::size_t i = 0; i < curve.value.size(); ++i) {
        if (!std::isfinite(curve.value[i]) || !std::isfinite(timeSeries.time[i])) continue;
        const bool isGuessed = i < timeSeries.isGuessed.size() && timeSeries.isGuessed[i];
        (isGuessed ? marks.guessed : marks.points)->addData(timeSeries.time[i], curve.value[i]);
        if (!isGuessed) marks.bars->addData(i < curve.error.size() && std::isfinite(curve.error[i]) ? curve.error[i] : 0);
        if (isJoined) marks.line->addData(timeSeries.time[i], curve.value[i]);
        places_.emplace_back(static_cast<int>(i), QPointF(timeSeries.time[i], curve.value[i]));
    }
    marks.name->setText(QString::fromUtf16(curveKinds[which].mark) + curve.name);
    marks.name->position->setCoords(0.015, nameTop + nameStep * static_cast<double>(which));
}

void TimeSeriesPlot::showFlags(const TimeSeries& timeSeries) {
    while (flags_.size() < timeSeries.flagged.size()) {
        flags_.push_back(new QCPItemStraightLine(plot_));
        flags_.back()->setPen(pen(theme_->warn, 1.2, Qt::DashLine));
        flagTexts_.push_back(words());
        flagTexts_.back()->setColor(theme_->warn);
        flagTexts_.back()->position->setTypeX(QCPItemPosition::ptPlotCoords);
    }
    for (std::size_t i = 0; i < flags_.size(); ++i) {
        const bool isThere = i < timeSeries.flagged.size();
        flags_[i]->setVisible(isThere);
        flagTexts_[i]->setVisible(isThere);
        if (!isThere) continue;
        const int frame = timeSeries.flagged[i];
        const double time = timeSeries.time[static_cast<std::size_t>(frame)];
        flags_[i]->point1->setCoords(time, 0);
        flags_[i]->point2->setCoords(time, 1);
        const QCPRange range = plot_->xAxis->range();
        const bool isRight = time > range.lower + 0.85 * range.size();
        flagTexts_[i]->setText(QStringLiteral(" %1, %2 ").arg(timeSeries.flag, QObject::tr("frame %1").arg(frame)));
        flagTexts_[i]->setPositionAlignment((isRight ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignBottom);
        flagTexts_[i]->position->setCoords(time, 0.97 - nameStep * static_cast<double>(i % 3));
    }
}

void TimeSeriesPlot::showLevels(const TimeSeries& timeSeries) {
    while (levels_.size() < timeSeries.levels.size()) {
        levels_.push_back(new QCPItemStraightLine(plot_));
        levels_.back()->setPen(pen(theme_->ink3, 1, Qt::DotLine));
        levels_.back()->point1->setTypeX(QCPItemPosition::ptAxisRectRatio);
        levels_.back()->point2->setTypeX(QCPItemPosition::ptAxisRectRatio);
        levelNames_.push_back(words());
        levelNames_.back()->setColor(theme_->ink3);
        levelNames_.back()->position->setTypeY(QCPItemPosition::ptPlotCoords);
        levelNames_.back()->setPositionAlignment(Qt::AlignRight | Qt::AlignBottom);
    }
    for (std::size_t i = 0; i < levels_.size(); ++i) {
        const bool isThere = i < timeSeries.levels.size() && plot_->yAxis->range().contains(timeSeries.levels[i].first);
        levels_[i]->setVisible(isThere);
        levelNames_[i]->setVisible(isThere);
        if (!isThere) continue;
        const auto& [value, name] = timeSeries.levels[i];
        levels_[i]->point1->setCoords(0, value);
        levels_[i]->point2->setCoords(1, value);
        levelNames_[i]->setText(name);
        levelNames_[i]->position->setCoords(0.99, value);
    }
}

void TimeSeriesPlot::setAxes(const TimeSeries& timeSeries) {
    double first = std::numeric_limits<double>::infinity(), last = -first;
    for (const double time : timeSeries.time) {
        if (!std::isfinite(time)) continue;
        first = std::min(first, time);
        last = std::max(last, time);
    }
    if (!(last > first)) first -= 0.5, last = first + 1;
    if (!std::isfinite(first)) first = 0, last = 1;
    double lowest = timeSeries.includesZero ? 0 : std::numeric_limits<double>::infinity(), highest = -lowest;
    const auto include = [&](double value) {
        if (!std::isfinite(value)) return;
        lowest = std::min(lowest, value);
        highest = std::max(highest, value);
    };
    for (const TimeSeries::Curve& curve : timeSeries.curves)
        for (std::size_t i = 0; i < curve.value.size(); ++i) {
            const double error = i < curve.error.size() && std::isfinite(curve.error[i]) ? curve.error[i] : 0;
            include(curve.value[i] - error);
            include(curve.value[i] + error);
        }
    std::ranges::for_each(timeSeries.trend, include);
    if (!(highest >= lowest)) lowest = 0, highest = 1;
    // Room above for the names and below for the note; noise alone does not fill the chart.
    const double least = timeSeries.includesZero ? 0.2 : 0.15 * std::abs(highest + lowest) / 2;
    const double middle = (lowest + highest) / 2, half = std::max(highest - lowest, least) / 2;
    const double below = 1.3 + 0.35 * static_cast<double>(timeSeries.note.count('\n'));
    plot_->yAxis->setRange(middle - below * half, middle + 1.3 * half);
    const double margin = 0.03 * (last - first);
    plot_->xAxis->setRange(first - margin, last + margin);
    plot_->xAxis->setLabel(timeSeries.timeLabel);
    setWholeTicks(plot_->xAxis, timeSeries.countsFrames);
    plot_->yAxis->setLabel(timeSeries.label);
}

int TimeSeriesPlot::frameNear(double x, double y, double reach) const {
    int best = -1;
    double nearest = reach;
    for (const auto& [frame, place] : places_) {
        const QPointF screen(plot_->xAxis->coordToPixel(place.x()), plot_->yAxis->coordToPixel(place.y()));
        if (const double distance = QLineF(screen, {x, y}).length(); distance <= nearest) best = frame, nearest = distance;
    }
    return best;
}

}  // namespace coarsen::window
