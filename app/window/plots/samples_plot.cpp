// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/samples_plot.hpp"

#include "app/window/plots/free_place.hpp"
#include "app/window/plots/group_words.hpp"
#include "app/window/theme/plot_style.hpp"
#include "core/measure/lengths.hpp"

#include <QFontMetricsF>
#include <QObject>
#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace coarsen::window {

namespace {
constexpr double legendGap = 3, markGap = 5, columnGap = 12, legendMargin = 8;  // px
constexpr double widestLegend = 0.55, highestLegend = 0.4;                      // of the chart
}  // namespace

QString glyphOf(int style) {
    static const std::array<QString, 5> glyphs = {QStringLiteral("● "), QStringLiteral("■ "), QStringLiteral("◆ "),
                                                  QStringLiteral("▲ "), QStringLiteral("▼ ")};
    return glyphs[static_cast<std::size_t>(style) % glyphs.size()];
}

QString headlineOf(const SamplesData& data, const FittedGrowth& growth) {
    const GrowthFit* const fit = growth.chosenFit();
    if (!fit || !fit->isFitted()) return {};
    if (weakFramesOf(growth.growth, *fit).areAll()) return QObject::tr("weak frames only");
    const GrowthModel& model = growthModelNamed(fit->model);
    const auto exponent = std::ranges::find(fit->parameters, "n", &FitParameter::name);
    const FitParameter& shown = exponent == fit->parameters.end() ? fit->parameters.front() : *exponent;
    const ModelParameter& known = model.parameter(shown.name);
    const Unit unit = data.unitOf(known);
    return QString::fromStdString(known.symbol) + " = " +
           withError(shown.value * unit.perBase, shown.errorScaled * unit.perBase, unit.name);
}

QString timeLabelOf(const SamplesData& data) {
    if (!data.units.areSeconds) return QObject::tr("Frame number");
    bool isAnyQuench = false, isAnyFirst = false;
    for (const ShownSample& sample : data.samples)
        if (sample.isDrawn()) (sample.sample->hasQuench() ? isAnyQuench : isAnyFirst) = true;
    return (isAnyQuench && isAnyFirst ? QObject::tr("Time since quench, or first frame (%1)")
            : isAnyFirst              ? QObject::tr("Time since first frame (%1)")
                                      : QObject::tr("Time since quench (%1)"))
        .arg(data.timeUnit().name);
}

QString lengthLabelOf(const SamplesData& data) {
    const LengthEstimator* const length = lengthEstimator(data.units.length);
    QString label = data.units.length == "r_max" || !length ? rMaxText() : translated(length->label);
    if (label[0].unicode() < 128) label[0] = label[0].toUpper();  // a word, no symbol
    return label + QStringLiteral(" (%1)").arg(data.lengthUnit().name);
}

SamplesPlot::SamplesPlot(QCustomPlot* plot, const Theme& theme) : plot_(plot), theme_(&theme) {
    plot->axisRect()->setMinimumMargins({0, 6, 12, 2});
    stylePlot(plot, theme);
    marks_ = std::make_unique<SampleMarks>(plot, plot->xAxis, plot->yAxis);
    marks_->applyTheme(theme);
    laidOut_ = QObject::connect(plot, &QCustomPlot::afterLayout, plot, [this] { placeLegend(); });
}

SamplesPlot::~SamplesPlot() {
    QObject::disconnect(laidOut_);
}

void SamplesPlot::show(const SamplesData& data, bool isLogarithmic) {
    for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis}) {
        setLogarithmic(axis, isLogarithmic, *theme_);
        styleAxis(axis, *theme_);
    }
    marks_->show(data, {data.units, data.lengthUnit().perBase, data.timeUnit().perBase, isLogarithmic});
    const QRectF extent = marks_->extent().value_or(QRectF());
    if (isLogarithmic && extent.left() > 0) {
        const double stretch = std::max(1.03, std::pow(extent.right() / extent.left(), 0.04));
        plot_->xAxis->setRange(extent.left() / stretch, extent.right() * stretch);
        plot_->yAxis->setRange(extent.top() * 0.85, extent.bottom() * 1.15);
    } else {
        setTimeRange(plot_->xAxis, extent.left(), extent.right());
        plot_->yAxis->setRange(0, extent.bottom() > 0 ? 1.1 * extent.bottom() : 1);
    }
    plot_->xAxis->setLabel(timeLabelOf(data));
    plot_->yAxis->setLabel(lengthLabelOf(data));
    setWholeTicks(plot_->xAxis, !data.units.areSeconds);

    for (const Line& line : legend_)
        for (QCPItemText* const item : {line.mark, line.words})
            plot_->removeItem(item);
    legend_.clear();
    for (const ShownCondition& condition : data.conditions) {
        const FittedGrowth& growth = condition.joined;
        if (growth.growth.points.empty() || !condition.joined.problem.empty() || !condition.whyNotDrawn.isEmpty()) continue;
        Line line{addWords(plot_), addWords(plot_), condition.name(), headlineOf(data, growth)};
        for (QCPItemText* const item : {line.mark, line.words}) {
            item->setColor(sampleColour(condition.style, false, *theme_));
            item->position->setType(QCPItemPosition::ptAbsolute);
            item->setPositionAlignment((item == line.mark ? Qt::AlignHCenter : Qt::AlignLeft) | Qt::AlignTop);
            item->setPadding({});
        }
        line.mark->setText(glyphOf(condition.style).trimmed());
        if (data.hasSeveralLaws() && !line.answer.isEmpty())
            line.answer += QStringLiteral(" (%1)").arg(lawName(growth.settings.chosenModel()));
        if (condition.isMean()) line.name += QObject::tr(" (%1 repeats)").arg(condition.joined.repeats);
        legend_.push_back(line);
    }
}

/// In one column with the answers where these have room, else the names alone in as many columns as it takes; the last of more
/// than there is room for says how many.
void SamplesPlot::placeLegend() {
    if (legend_.empty()) return;
    const QRectF inside = QRectF(plot_->axisRect()->rect()).adjusted(legendMargin, legendMargin, -legendMargin, -legendMargin);
    const QFontMetricsF metrics(legend_.front().words->font());
    double markWidth = 0;
    for (const Line& line : legend_)
        markWidth = std::max(markWidth, metrics.horizontalAdvance(line.mark->text()));
    const double indent = markWidth + markGap;  // the signs are of several widths, their names begin below each other
    const double step = metrics.height() + legendGap;
    const auto wordsOf = [](const Line& line, bool withAnswers) {
        return withAnswers && !line.answer.isEmpty() ? line.name + ":  " + line.answer : line.name;
    };
    const auto widest = [&](bool withAnswers) {
        double width = 0;
        for (const Line& line : legend_)
            width = std::max(width, metrics.horizontalAdvance(wordsOf(line, withAnswers)));
        return indent + width;
    };
    const std::size_t all = legend_.size();
    const auto most = [](double room, double part) { return static_cast<std::size_t>(std::max(1.0, std::floor(room / part))); };
    const std::size_t tallest = most(highestLegend * inside.height(), step);
    const bool withAnswers = all <= tallest && widest(true) <= widestLegend * inside.width();
    const double columnWidth = widest(withAnswers) + (withAnswers ? 0 : columnGap);
    const std::size_t columns = std::min((all + tallest - 1) / tallest, most(inside.width(), columnWidth));
    const std::size_t rows = std::min(tallest, (all + columns - 1) / columns), shown = std::min(all, rows * columns);
    const QSizeF size(columnWidth * static_cast<double>(columns), step * static_cast<double>(rows));
    const double right = inside.right() - size.width(), bottom = inside.bottom() - size.height();
    const QPointF at =
        freePlace(size, {inside.topLeft(), {right, bottom}, {right, inside.top()}, {inside.left(), bottom}}, marks_->drawn());
    for (std::size_t i = 0; i < all; ++i) {
        const Line& line = legend_[i];
        const bool isMore = all > shown && i + 1 == shown;
        line.mark->setVisible(i < shown && !isMore);
        line.words->setVisible(i < shown);
        line.words->setText(isMore ? QObject::tr("and %1 more").arg(all - shown + 1) : wordsOf(line, withAnswers));
        line.words->setColor(isMore ? theme_->ink2 : line.mark->color());
        const QPointF corner = at + QPointF(columnWidth * static_cast<double>(i / rows), step * static_cast<double>(i % rows));
        line.mark->position->setCoords(corner + QPointF(markWidth / 2, 0));
        line.words->position->setCoords(corner + QPointF(indent, 0));
    }
}

}  // namespace coarsen::window
