// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/spectrum_plot.hpp"

#include "app/window/theme/plot_style.hpp"
#include "app/window/theme/words.hpp"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace coarsen::window {

namespace {

constexpr int filterStyle = 2;
constexpr double shownPeaks = 4, faintestPower = 3e-5;  // of the peak's q where the axis is linear; of its value where it is not

double qOf(const LengthScale& length) {
    return 2 * std::numbers::pi / length.px;
}

/// A curve over q between its points.
double valueAt(const auto& curve, double q) {
    const auto after = std::ranges::lower_bound(curve.q, q);
    if (after == curve.q.begin() || after == curve.q.end()) return std::nan("");
    const auto i = static_cast<std::size_t>(after - curve.q.begin());
    const double part = (q - curve.q[i - 1]) / (curve.q[i] - curve.q[i - 1]);
    return (1 - part) * curve.value[i - 1] + part * curve.value[i];
}

}  // namespace

SpectrumPlot::SpectrumPlot(QCustomPlot* plot, const Theme& theme) : plot_(plot) {
    curve_ = plot->addGraph();
    filter_ = plot->addGraph();
    momentMark_ = plot->addGraph();
    peakMark_ = plot->addGraph();
    for (QCPGraph* mark : {momentMark_, peakMark_})
        mark->setLineStyle(QCPGraph::lsNone);
    momentLine_ = new QCPItemStraightLine(plot);
    peakLine_ = new QCPItemStraightLine(plot);
    text_ = new QCPItemText(plot);
    filterWord_ = new QCPItemText(plot);
    QFont font = QApplication::font();
    font.setPixelSize(11);
    for (QCPItemText* words : {text_, filterWord_}) {
        words->setFont(font);
        words->setPositionAlignment(Qt::AlignRight | Qt::AlignTop);
        words->setTextAlignment(Qt::AlignRight);
        words->setPadding({0, 0, 0, 0});
    }
    text_->position->setType(QCPItemPosition::ptAxisRectRatio);
    text_->position->setCoords(0.985, 0.02);
    filterWord_->position->setParentAnchor(text_->bottomRight);
    plot->yAxis->setLabel(QObject::tr("S(q) / peak"));
    applyTheme(theme);
    clear();
}

void SpectrumPlot::applyTheme(const Theme& t) {
    theme_ = &t;
    stylePlot(plot_, t);
    curve_->setPen(pen(t.ink, 1.8));
    momentMark_->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDiamond, t.ink2, t.plot, 9));
    peakMark_->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, t.plot, t.ink, 8.5));
    momentLine_->setPen(pen(t.ink3, 1.2, Qt::DashLine));
    peakLine_->setPen(pen(t.ink3, 1));
    text_->setColor(t.ink2);
    QColor ground = t.plot;
    ground.setAlphaF(0.8F);
    for (QCPItemText* words : {text_, filterWord_})
        words->setBrush(ground);
    const QColor filter = seriesStyle(filterStyle, t).colour;
    filter_->setPen(pen(filter, 1.2));
    filterWord_->setColor(filter);
}

void SpectrumPlot::show(const Spectrum& spectrum, const Calibration& calibration, bool logarithmic, bool isNarrow) {
    clear();
    text_->setVisible(true);
    if (spectrum.factor.isEmpty()) {
        text_->setText(QObject::tr("The picture is too small or too flat for S(q)."));
        return;
    }
    const double umPerPx = calibration.isKnown() ? calibration.umPerPx() : 1;
    perQ_ = 1 / umPerPx;
    const double highest = spectrum.peak.isFound() ? valueAt(spectrum.factor, qOf(spectrum.peak)) : 0;
    perValue_ = 1 / (highest > 0 ? highest : *std::ranges::max_element(spectrum.factor.value));
    const QString unit = calibration.isKnown() ? QStringLiteral("rad/µm") : QStringLiteral("rad/px");
    for (std::size_t i = 0; i < spectrum.factor.q.size(); ++i) {
        const double value = spectrum.factor.value[i] * perValue_;
        if (!logarithmic || (value > 0 && spectrum.factor.q[i] > 0)) curve_->addData(spectrum.factor.q[i] * perQ_, value);
    }
    const FrequencyResponse& filter = spectrum.filter;
    for (std::size_t i = 0; i < filter.q.size(); ++i)
        if (!logarithmic || (filter.value[i] > 0 && filter.q[i] > 0)) filter_->addData(filter.q[i] * perQ_, filter.value[i]);
    filterWord_->setVisible(!filter.q.empty());
    const double passed = spectrum.peak.isFound() ? valueAt(filter, qOf(spectrum.peak)) : std::nan("");
    filterWord_->setText(
        std::isnan(passed)
            ? QObject::tr("\u2014 filter passes")
            : QObject::tr("\u2014 filter passes %1 % of the amplitude at the peak").arg(significant(100 * passed, 2)));
    mark(momentMark_, momentLine_, spectrum, spectrum.firstMoment);
    mark(peakMark_, peakLine_, spectrum, spectrum.peak);
    setAxes(spectrum, logarithmic, isNarrow);
    plot_->xAxis->setLabel(QStringLiteral("q (%1)").arg(unit));
    const Unit lengths = lengthUnit(calibration.isKnown(), spectrum.peak.px * umPerPx);
    const auto line = [&](const QString& name, const LengthScale& length) {
        const QString reach = significant(length.px * umPerPx * lengths.perBase, 3) + " " + lengths.name;
        return isNarrow ? QStringLiteral("%1  2π/q %2").arg(name, reach)
                        : QStringLiteral("%1 %2 %3,  2π/q %4").arg(name, significant(qOf(length) * perQ_, 3), unit, reach);
    };
    QStringList lines;
    if (spectrum.peak.isFound()) lines << line(QObject::tr("● peak"), spectrum.peak);
    if (spectrum.firstMoment.isFound()) lines << line(QObject::tr("◇ q₁"), spectrum.firstMoment);
    text_->setText(lines.isEmpty() ? translated(spectrum.peak.message) : lines.join('\n'));
}

void SpectrumPlot::mark(QCPGraph* marker, QCPItemStraightLine* line, const Spectrum& spectrum, const LengthScale& length) {
    line->setVisible(length.isFound());
    if (!length.isFound()) return;
    const double q = qOf(length);
    marker->addData(q * perQ_, valueAt(spectrum.factor, q) * perValue_);
    line->point1->setCoords(q * perQ_, 1);
    line->point2->setCoords(q * perQ_, 2);
}

void SpectrumPlot::setAxes(const Spectrum& spectrum, bool logarithmic, bool isNarrow) {
    for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis})
        window::setLogarithmic(axis, logarithmic, *theme_);
    if (!logarithmic) plot_->xAxis->ticker()->setTickCount(isNarrow ? 3 : 5);
    const double last = spectrum.factor.q.back() * perQ_;
    const double peak = spectrum.peak.isFound() ? qOf(spectrum.peak) * perQ_ : last;
    double highest = 1;
    for (const auto& point : *curve_->data())
        if (point.key > 0.5 * peak) highest = std::max(highest, point.value);
    if (logarithmic) {
        plot_->xAxis->setRange(0.8 * spectrum.factor.q[1] * perQ_, 1.1 * last);
        plot_->yAxis->setRange(faintestPower, 4 * highest);
    } else {
        plot_->xAxis->setRange(0, std::min(last, shownPeaks * peak));
        plot_->yAxis->setRange(-0.06, 1.12 * highest);
    }
}

void SpectrumPlot::clear() {
    for (QCPGraph* graph : {curve_, filter_, momentMark_, peakMark_})
        graph->data()->clear();
    for (QCPItemStraightLine* line : {momentLine_, peakLine_})
        line->setVisible(false);
    text_->setVisible(false);
    filterWord_->setVisible(false);
}

}  // namespace coarsen::window
