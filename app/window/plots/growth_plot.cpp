// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/growth_plot.hpp"

#include "app/window/plots/fit_curves.hpp"
#include "app/window/plots/growth_notes.hpp"
#include "app/window/plots/other_session_points.hpp"
#include "app/window/plots/other_session_words.hpp"
#include "app/window/plots/sample_marks.hpp"
#include "app/window/theme/plot_style.hpp"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

namespace coarsen::window {

namespace {

constexpr double largestMark = 8.5, smallestMark = 4.5;  ///< px
constexpr int denseFrom = 2000;                          ///< points: about as many as fit side by side
constexpr float palePart = 0.45f;

/// Mixed, not seen through: an error bar would show under its mark.
QColor pale(const QColor& colour, const QColor& ground) {
    const auto mixed = [](float one, float other) { return palePart * one + (1 - palePart) * other; };
    return QColor::fromRgbF(mixed(colour.redF(), ground.redF()), mixed(colour.greenF(), ground.greenF()),
                            mixed(colour.blueF(), ground.blueF()));
}

/// A circle filled on one side: weak.
QPainterPath halfFilled(double size) {
    QPainterPath path;
    const double r = size / 2;
    path.moveTo(0, -r);
    path.arcTo(QRectF(-r, -r, size, size), 90, 180);
    path.closeSubpath();
    path.moveTo(0, -r);  // the other side there and back: a line, and nothing to fill
    path.arcTo(QRectF(-r, -r, size, size), 90, -180);
    path.arcTo(QRectF(-r, -r, size, size), -90, 180);
    return path;
}

}  // namespace

GrowthPlot::GrowthPlot(QCustomPlot* plot, const Theme& theme) : plot_(plot), theme_(&theme) {
    plot->plotLayout()->clear();
    plot->plotLayout()->setRowSpacing(2);
    chart_ = new QCPAxisRect(plot);
    residuals_ = new QCPAxisRect(plot);
    plot->plotLayout()->addElement(0, 0, chart_);
    plot->plotLayout()->addElement(1, 0, residuals_);
    plot->plotLayout()->setRowStretchFactor(0, 4.2);
    plot->plotLayout()->setRowStretchFactor(1, 1);
    auto* const group = new QCPMarginGroup(plot);
    for (QCPAxisRect* rect : {chart_, residuals_}) {
        rect->setLayer(QStringLiteral("background"));  // or its ground hides the grid
        rect->setMarginGroup(QCP::msLeft | QCP::msRight, group);
        rect->setMinimumMargins({0, 6, 12, 2});
        rect->setupFullAxesBox(false);
        for (const auto type : {QCPAxis::atRight, QCPAxis::atTop})
            rect->axis(type)->setVisible(false);
        for (QCPAxis* axis : rect->axes()) {  // or the grid's line at 0 hides the time axis
            axis->setLayer("axes");
            axis->grid()->setLayer("grid");
        }
    }
    chart_->axis(QCPAxis::atBottom)->setTickLabels(false);

    QCPAxis* const x = chart_->axis(QCPAxis::atBottom);
    QCPAxis* const y = chart_->axis(QCPAxis::atLeft);
    QCPAxis* const rx = residuals_->axis(QCPAxis::atBottom);
    QCPAxis* const ry = residuals_->axis(QCPAxis::atLeft);
    for (int i = 0; i < 4; ++i) {
        auto* const shade = new QCPItemRect(plot);
        shade->setClipAxisRect(i < 2 ? chart_ : residuals_);
        for (QCPItemPosition* position : shade->positions())
            position->setAxisRect(i < 2 ? chart_ : residuals_);
        outside_.push_back(shade);
    }
    columns_ = {plot->addGraph(x, y), plot->addGraph(x, y)};
    residualColumns_ = {plot->addGraph(rx, ry), plot->addGraph(rx, ry)};
    for (const auto& graphs : {columns_, residualColumns_})
        for (QCPGraph* graph : graphs)
            graph->setAdaptiveSampling(false);  // its gaps are meant
    curves_ = std::make_unique<FitCurves>(plot, x, y);
    guides_.emplace(plot, x, y);
    halo_ = plot->addGraph(x, y);
    otherSession_ = std::make_unique<OtherSessionPoints>(plot, x, y);
    sampleMarks_ = std::make_unique<SampleMarks>(plot, x, y);
    for (int kind = 0; kind < kinds; ++kind) {
        Marks marks;
        marks.bars = new QCPErrorBars(x, y);
        marks.points = plot->addGraph(x, y);
        marks.bars->setDataPlottable(marks.points);
        marks.residualBars = new QCPErrorBars(rx, ry);
        marks.residuals = plot->addGraph(rx, ry);
        marks.residualBars->setDataPlottable(marks.residuals);
        for (QCPGraph* graph : {marks.points, marks.residuals})
            graph->setLineStyle(QCPGraph::lsNone);
        for (QCPErrorBars* bars : {marks.bars, marks.residualBars}) {
            bars->setErrorType(QCPErrorBars::etValueError);
            bars->setWhiskerWidth(0);
            bars->setSymbolGap(0);
        }
        marks_.push_back(marks);
    }
    failed_ = plot->addGraph(x, y);
    edge_ = plot->addGraph(x, y);
    off_ = plot->addGraph(x, y);
    for (QCPGraph* graph : {halo_, failed_, edge_, off_})
        graph->setLineStyle(QCPGraph::lsNone);

    const auto straight = [&](QCPAxisRect* rect) {
        auto* const line = new QCPItemStraightLine(plot);
        line->setClipAxisRect(rect);
        for (QCPItemPosition* position : line->positions()) {
            position->setAxisRect(rect);
            position->setAxes(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
        }
        return line;
    };
    current_ = straight(chart_);
    currentBelow_ = straight(residuals_);
    rangeFrom_ = straight(chart_);
    rangeTo_ = straight(chart_);
    quench_ = straight(chart_);
    for (QCPLayerable* mark : std::initializer_list<QCPLayerable*>{halo_, current_, currentBelow_})
        mark->setLayer(QStringLiteral("overlay"));  // which is painted anew without the points under it
    notes_ = std::make_unique<GrowthNotes>(plot);
    applyTheme(theme);
    laidOut_ = QObject::connect(plot, &QCustomPlot::afterLayout, plot, [this] {
        fitMarks();
        placeWords();
    });
}

GrowthPlot::~GrowthPlot() {
    QObject::disconnect(laidOut_);
}

void GrowthPlot::setLook(const GrowthLook& look) {
    look_ = look;
    if (look.residuals) return;
    plot_->plotLayout()->take(residuals_);
    plot_->plotLayout()->simplify();
    residuals_->setMarginGroup(QCP::msLeft | QCP::msRight, nullptr);
    residuals_->setVisible(false);  // with all that is drawn on its axes, but for items
}

void GrowthPlot::applyTheme(const Theme& t) {
    theme_ = &t;
    stylePlot(plot_, t);
    curves_->applyTheme(t);
    otherSession_->applyTheme(t);
    sampleMarks_->applyTheme(t);
    guides_->applyTheme(t);

    styleMarks();
    for (const auto& graphs : {columns_, residualColumns_}) {
        QColor colour = t.rmax;
        for (QCPGraph* graph : graphs) {
            colour.setAlphaF(graph == graphs.front() ? 0.4f : 0.4f * palePart);
            graph->setPen(pen(colour, 1));
        }
    }
    failed_->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCross, pen(t.error, 2), Qt::NoBrush, 9));
    edge_->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssTriangle, pen(t.rmax, 1.3), t.plot, 9));
    off_->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, pen(t.warn, 1.6, Qt::DotLine), Qt::NoBrush, 17));
    halo_->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, pen(t.accent, 2), Qt::NoBrush, 13));
    current_->setPen(pen(t.accent, 1.2));
    currentBelow_->setPen(pen(t.accent, 1.2));
    rangeFrom_->setPen(pen(t.ink3, 1, Qt::DashLine));
    rangeTo_->setPen(pen(t.ink3, 1, Qt::DashLine));
    quench_->setPen(pen(t.accent, 1.4, Qt::DashLine));
    QColor shade = t.ink;
    shade.setAlphaF(0.05f);
    for (QCPItemRect* rect : outside_) {
        rect->setPen(Qt::NoPen);
        rect->setBrush(shade);
    }
    notes_->applyTheme(t);
}

/// Up to some 2000 points each has its own mark; more than that overlap, and small squares are drawn ten times as fast.
void GrowthPlot::styleMarks() {
    const Theme& t = *theme_;
    const auto style = [&](Kind kind, const QCPScatterStyle& scatter, const QCPScatterStyle& small, const QColor& bar) {
        marks_[kind].points->setScatterStyle(scatter);
        marks_[kind].residuals->setScatterStyle(small);
        marks_[kind].bars->setPen(pen(bar, 1.1));
        marks_[kind].residualBars->setPen(pen(bar, 1.1));
    };
    using Style = QCPScatterStyle;
    const double size = markSize_, small = 0.55 * markSize_;
    const auto square = [](const QColor& line, const QColor& fill, double side) {
        return Style(Style::ssSquare, pen(line, 1), fill, side);
    };
    for (const bool isPale : {false, true}) {
        const QColor rmax = isPale ? pale(t.rmax, t.plot) : t.rmax;
        style(isPale ? paleGood : good, Style(Style::ssCircle, pen(t.plot, 1), rmax, size),
              Style(Style::ssCircle, pen(rmax, 1), rmax, small), rmax);
        style(isPale ? paleWeak : weak, Style(halfFilled(size), pen(rmax, 1.2), rmax, size),
              Style(halfFilled(small + 1), pen(rmax, 1), rmax, small + 1), rmax);
        style(isPale ? paleManual : manual, Style(Style::ssSquare, pen(t.plot, 1), rmax, size),
              Style(Style::ssSquare, pen(rmax, 1), rmax, small), rmax);
        if (!isDense_) continue;
        style(isPale ? paleGood : good, square(rmax, rmax, 2), square(rmax, rmax, 1), rmax);
        style(isPale ? paleWeak : weak, square(rmax, t.plot, 3), square(rmax, t.plot, 2), rmax);
    }
    style(stale, Style(Style::ssCircle, pen(t.ink3, 1.2), t.plot, size),
          Style(Style::ssCircle, pen(t.ink3, 1), t.plot, small + 0.5), t.ink3);
    style(excluded, Style(Style::ssCross, pen(t.ink3, 1.5), Qt::NoBrush, size),
          Style(Style::ssCross, pen(t.ink3, 1.2), Qt::NoBrush, small + 1), t.ink3);
    if (isDense_) style(stale, square(t.ink3, t.plot, 2), square(t.ink3, t.plot, 1), t.ink3);
    for (Marks& marks : marks_) {
        for (QCPGraph* graph : {marks.points, marks.residuals})
            graph->setAntialiasedScatters(!isDense_);
        for (QCPErrorBars* bars : {marks.bars, marks.residualBars})
            bars->setVisible(!isDense_);
    }
}

void GrowthPlot::show(const GrowthData& data, int currentFrame, bool logarithmic) {
    logarithmic_ = logarithmic;
    showPoints(data);
    otherSession_->show(data, logarithmic);
    showSamples(data);
    setAxes(data);
    followAxes(data);
    quench_->setVisible(false);
    showCurrent(data, currentFrame);
}

void GrowthPlot::followAxes(const GrowthData& data) {
    const QCPRange y = chart_->axis(QCPAxis::atLeft)->range();
    residuals_->axis(QCPAxis::atBottom)->setRange(chart_->axis(QCPAxis::atBottom)->range());
    const auto onAxis = [](QCPGraph* graph, double height) {
        QVector<double> keys;
        for (int i = 0; i < graph->dataCount(); ++i)
            keys.push_back(graph->data()->at(i)->key);
        graph->setData(keys, QVector<double>(keys.size(), height), true);
    };
    onAxis(failed_, y.lower + (logarithmic_ ? 0.04 * y.lower : 0.015 * y.size()));
    onAxis(edge_, y.upper - (logarithmic_ ? 0.05 * y.upper : 0.03 * y.size()));
    showColumns();
    curves_->show(data, logarithmic_);
    notes_->show(data, look_, legend(data));
    showRange({data.settings.fromS, data.settings.toS});
}

/// Meaning of the marks and lines that are there. Plain points have a row in figures, which stand alone.
std::vector<LegendRow> GrowthPlot::legend(const GrowthData& data) const {
    std::vector<LegendRow> rows;
    if (data.otherSession) {
        const QString words = otherSessionLegend(data);
        rows = {{marks_[good].points, words.section('\n', 0, 0)}, {otherSession_->points(), words.section('\n', 1)}};
    }
    const auto add = [&rows](const QCPGraph* marks, const QString& words) {
        if (marks->dataCount() > 0) rows.push_back({marks, words});
    };
    if (!isHandled_ && !data.otherSession) add(marks_[good].points, QObject::tr("%1, standard error").arg(data.lengthLabel()));
    std::ranges::move(curves_->legend(data), std::back_inserter(rows));
    const Marks* outside = nullptr;
    for (const Kind kind : {paleManual, paleWeak, paleGood})
        if (marks_[kind].points->dataCount() > 0) outside = &marks_[kind];
    if (outside && !data.earlierFit()) rows.push_back({curves_->continued(), QObject::tr("outside the fit"), outside->points});
    add(marks_[weak].points, QObject::tr("weak"));
    add(marks_[manual].points, QObject::tr("set by hand"));
    add(marks_[stale].points, QObject::tr("of an earlier recipe"));
    add(marks_[excluded].points, QObject::tr("excluded"));
    add(failed_, QObject::tr("failed"));
    add(edge_, QObject::tr("beyond the range"));
    return rows;
}

void GrowthPlot::showCurrent(const GrowthData& data, int frame) {
    halo_->data()->clear();
    current_->setVisible(false);
    currentBelow_->setVisible(false);
    if (frame < 0 || frame >= static_cast<int>(data.points.size())) return;
    const double t = data.timeOf(data.points[static_cast<std::size_t>(frame)].result());
    const bool isDrawable = std::isfinite(t) && (!logarithmic_ || t > 0);
    for (QCPItemStraightLine* line : {current_, currentBelow_}) {
        line->point1->setCoords(t, 1);
        line->point2->setCoords(t, 2);
        line->setVisible(isDrawable && (line == current_ || look_.residuals));
    }
    const auto shown = std::ranges::lower_bound(places_, frame, {}, &std::pair<int, QPointF>::first);
    if (shown != places_.end() && shown->first == frame) halo_->addData(shown->second.x(), shown->second.y());
}

void GrowthPlot::replotCurrent() {
    halo_->layer()->replot();
}

void GrowthPlot::showPoints(const GrowthData& data) {
    places_.clear();
    for (Marks& marks : marks_) {
        marks.points->data()->clear();
        marks.residuals->data()->clear();
        marks.bars->data()->clear();
        marks.residualBars->data()->clear();
    }
    for (QCPGraph* graph : {failed_, edge_, off_})
        graph->data()->clear();
    const auto measured = std::ranges::count_if(data.points, &GrowthData::Point::isMeasured);
    if (std::exchange(isDense_, measured > denseFrom) != isDense_) styleMarks();
    const GrowthFit* const fit = data.chosenFit();
    const double perBase = data.lengthUnit().perBase;
    for (const GrowthData::Point& point : data.points) {
        if (!point.isMeasured || (point.isExcluded && !look_.excluded)) continue;
        const double t = data.timeOf(point.result());
        if (point.result().status == FrameStatus::failed) {
            if (!logarithmic_ || t > 0) failed_->addData(t, 0);  // moved onto the axis in followAxes
            continue;
        }
        if (!data.leading(point.result()).isFound() || !data.grown(point.result()).isFound()) {
            if (point.result().rMax.quality == Quality::edge) edge_->addData(t, 0);
            continue;
        }
        const double R = data.lengthOf(data.grown(point.result())), error = data.errorOf(data.grown(point.result()));
        if (logarithmic_ && (t <= 0 || R <= 0)) continue;
        const bool isPale = data.isLeftOut(point);
        const Kind kind = point.isExcluded                                          ? excluded
                          : point.isStale                                           ? stale
                          : data.leading(point.result()).quality == Quality::manual ? (isPale ? paleManual : manual)
                          : data.leading(point.result()).quality == Quality::weak   ? (isPale ? paleWeak : weak)
                          : isPale                                                  ? paleGood
                                                                                    : good;
        Marks& marks = marks_[kind];
        const double bar = std::isfinite(error) ? error : 0;
        marks.points->addData(t, R);
        marks.bars->addData(bar);
        places_.emplace_back(point.result().frame, QPointF(t, R));
        if (point.isOff && doubtsShown_) off_->addData(t, R);
        if (fit && fit->isFitted()) {
            const double expected = fit->valueAt(point.result().timeS) * perBase;
            if (expected > 0) {
                marks.residuals->addData(t, 100 * (R / expected - 1));
                marks.residualBars->addData(100 * bar / expected);
            }
        }
    }
}

/// The error bars of many points, those of one column of pixels together: as a picture the same, and much less to draw.
void GrowthPlot::showColumns() {
    constexpr int columns = 1024;
    constexpr double gap = std::numeric_limits<double>::quiet_NaN();
    const QCPRange range = chart_->axis(QCPAxis::atBottom)->range();
    const auto columnOf = [&](double t) {
        const double part =
            logarithmic_ ? std::log(t / range.lower) / std::log(range.upper / range.lower) : (t - range.lower) / range.size();
        return static_cast<std::size_t>(std::clamp(static_cast<int>(part * columns), 0, columns - 1));
    };
    struct Column {
        double t = 0, low = std::numeric_limits<double>::infinity(), high = -low;
    };
    const auto join = [&](QCPGraph* shown, bool arePale, QCPGraph* Marks::*points, QCPErrorBars* Marks::*bars) {
        shown->data()->clear();
        if (!isDense_) return;
        std::vector<Column> joined(columns);
        for (int kind = 0; kind < kinds; ++kind) {
            if ((kind == paleGood || kind == paleWeak || kind == paleManual) != arePale) continue;
            const Marks& marks = marks_[static_cast<std::size_t>(kind)];
            const auto& data = *(marks.*points)->data();
            const auto& errors = *(marks.*bars)->data();
            for (int i = 0; i < data.size(); ++i) {
                Column& column = joined[columnOf(data.at(i)->key)];
                column.t = data.at(i)->key;
                column.low = std::min(column.low, data.at(i)->value - errors[i].errorMinus);
                column.high = std::max(column.high, data.at(i)->value + errors[i].errorPlus);
            }
        }
        for (const Column& column : joined) {
            if (column.low > column.high) continue;
            shown->addData(column.t, column.low);
            shown->addData(column.t, column.high);
            shown->addData(column.t, gap);
        }
    };
    for (const bool arePale : {false, true}) {
        join(columns_[arePale], arePale, &Marks::points, &Marks::bars);
        join(residualColumns_[arePale], arePale, &Marks::residuals, &Marks::residualBars);
    }
}

/// The lowest and the highest end of the marks of these kinds with their error bars; the first above the second where there is
/// none.
std::pair<double, double> GrowthPlot::endsOf(std::initializer_list<Kind> kindsAsked, QCPGraph* Marks::*points,
                                             QCPErrorBars* Marks::*bars) const {
    double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
    for (const Kind kind : kindsAsked) {
        const QCPGraphDataContainer& data = *(marks_[kind].*points)->data();
        const QVector<QCPErrorBarsData>& errors = *(marks_[kind].*bars)->data();
        for (int i = 0; i < data.size(); ++i) {
            lowest = std::min(lowest, data.at(i)->value - errors[i].errorMinus);
            highest = std::max(highest, data.at(i)->value + errors[i].errorPlus);
        }
    }
    return {lowest, highest};
}

/// Widest residual of the fitted frames with their error bars, in %: those outside may run out of sight, or they would flatten
/// the others. Of all where none is fitted.
double GrowthPlot::widestResidual() const {
    const auto widestOf = [this](std::initializer_list<Kind> kindsAsked) {
        const auto [lowest, highest] = endsOf(kindsAsked, &Marks::residuals, &Marks::residualBars);
        return std::max(-lowest, highest);  // below 0 where there is none
    };
    const double fitted = widestOf({good, weak, manual});
    return std::max(1.0, fitted > 0 ? fitted : widestOf({paleGood, paleWeak, paleManual, stale, excluded}));
}

void GrowthPlot::setAxes(const GrowthData& data) {
    QCPAxis* const x = chart_->axis(QCPAxis::atBottom);
    QCPAxis* const y = chart_->axis(QCPAxis::atLeft);
    double first = std::numeric_limits<double>::infinity(), last = -first, lowest = first, highest = 0;
    t0S_ = data.originS();
    perTime_ = data.timeUnit().perBase;
    timesS_.clear();
    for (const GrowthData::Point& point : data.points) {
        const double t = data.timeOf(point.result());
        if (!std::isfinite(t) || (logarithmic_ && t <= 0)) continue;
        first = std::min(first, t);
        last = std::max(last, t);
        timesS_.push_back(point.result().timeS);
    }
    std::ranges::sort(timesS_);
    for (const auto& [frame, place] : places_) {
        lowest = std::min(lowest, place.y());
        highest = std::max(highest, place.y());
    }
    if (const auto heights = otherSession_->heights()) {
        lowest = std::min(lowest, heights->first);
        highest = std::max(highest, heights->second);
    }
    includeSamples(first, last, lowest, highest);
    const auto [barsFrom, barsTo] = endsOf({good, weak, manual}, &Marks::points, &Marks::bars);
    if (!(last >= first)) first = 0, last = 1;
    if (highest <= 0) lowest = 0, highest = 1;

    for (QCPAxis* axis : {x, y, residuals_->axis(QCPAxis::atBottom)}) {
        setLogarithmic(axis, logarithmic_, *theme_);
        styleAxis(axis, *theme_);
    }
    x->setTickLabels(!look_.residuals);
    if (logarithmic_) {
        const double stretch = std::max(1.03, std::pow(last / std::max(first, 1e-12), 0.04));
        x->setRange(first / stretch, last * stretch);
        y->setRange(std::min(lowest * 0.85, barsFrom > 0 ? barsFrom * 0.98 : lowest), std::max(highest * 1.15, barsTo * 1.02));
    } else {
        setTimeRange(x, first, last);
        y->setRange(0, std::max(1.1 * highest, 1.02 * barsTo));
    }
    const double widest = widestResidual();
    residuals_->axis(QCPAxis::atLeft)->setRange(-1.15 * widest, 1.15 * widest);
    residuals_->axis(QCPAxis::atLeft)->ticker()->setTickCount(3);
    residuals_->axis(QCPAxis::atLeft)->setSubTicks(false);
    QString length = data.lengthLabel();
    if (length[0].unicode() < 128) length[0] = length[0].toUpper();  // a word, no symbol
    y->setLabel(length + QStringLiteral(" (%1)").arg(data.lengthUnit().name));
    residuals_->axis(QCPAxis::atLeft)->setLabel(QObject::tr("Residual (%)"));
    (look_.residuals ? residuals_->axis(QCPAxis::atBottom) : x)->setLabel(data.timeLabel());
    for (QCPAxis* axis : {x, residuals_->axis(QCPAxis::atBottom)})
        setWholeTicks(axis, !data.timesAreSeconds);
}

/// Marks that touch melt into a stripe: then they shrink.
void GrowthPlot::fitMarks() {
    const QCPRange range = chart_->axis(QCPAxis::atBottom)->range();
    const auto inSight = std::ranges::count_if(places_, [&](const auto& place) { return range.contains(place.second.x()); });
    const double spacing = chart_->width() / static_cast<double>(std::max<std::ptrdiff_t>(1, inSight));
    const double size = std::clamp(1.1 * spacing, smallestMark, largestMark);
    if (std::exchange(markSize_, size) == size) return;
    styleMarks();
    otherSession_->setMarkSize(size);
}

}  // namespace coarsen::window
