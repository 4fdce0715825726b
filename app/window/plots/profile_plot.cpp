// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/profile_plot.hpp"

#include "app/window/theme/plot_style.hpp"
#include "app/window/theme/words.hpp"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace coarsen::window {

namespace {

QCPItemText* label(QCustomPlot* plot, int size, bool bold) {
    auto* const text = new QCPItemText(plot);
    QFont font = QApplication::font();
    font.setPixelSize(size);
    font.setBold(bold);
    text->setFont(font);
    text->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
    text->setTextAlignment(Qt::AlignLeft);
    text->position->setType(QCPItemPosition::ptAxisRectRatio);
    text->setPadding({0, 0, 0, 0});
    return text;
}

QString valueText(const LengthScale& length, double perPx, const QString& unit) {
    return withError(length.px * perPx, length.errorPx * perPx, unit);
}

}  // namespace

ProfilePlot::ProfilePlot(QCustomPlot* plot, const Theme& theme) : plot_(plot) {
    low_ = plot->addGraph();
    high_ = plot->addGraph();
    curve_ = plot->addGraph();
    zeroMark_ = plot->addGraph();
    minMark_ = plot->addGraph();
    maxMark_ = plot->addGraph();
    high_->setChannelFillGraph(low_);
    for (QCPGraph* mark : {zeroMark_, minMark_, maxMark_})
        mark->setLineStyle(QCPGraph::lsNone);
    maxLine_ = new QCPItemStraightLine(plot);
    maxText_ = label(plot, 12, true);
    minText_ = label(plot, 11, false);
    message_ = label(plot, 12, false);
    plot->addLayer("hover", plot->layer("overlay"), QCustomPlot::limBelow);
    hoverLayer_ = plot->layer("hover");
    hoverLayer_->setMode(QCPLayer::lmBuffered);
    hover_ = new QCPItemStraightLine(plot);
    hover_->setLayer(hoverLayer_);
    hover_->setVisible(false);
    plot->yAxis->setLabel("C1D");
    applyTheme(theme);
    clear();
}

void ProfilePlot::applyTheme(const Theme& t) {
    stylePlot(plot_, t);
    QColor band = t.ink;
    band.setAlphaF(t.dark ? 0.19f : 0.13f);
    low_->setPen(Qt::NoPen);
    high_->setPen(Qt::NoPen);
    high_->setBrush(band);
    curve_->setPen(pen(t.ink, 1.8));
    zeroMark_->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDiamond, t.ink2, t.plot, 9));
    minMark_->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssTriangleInverted, t.ink2, t.plot, 9));
    maxMark_->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, t.plot, t.rmax, 9.5));
    maxLine_->setPen(pen(t.rmax, 1.6));
    hover_->setPen(pen(t.ink3, 1));
    maxText_->setColor(t.rmax);
    minText_->setColor(t.ink2);
    message_->setColor(t.ink2);
}

void ProfilePlot::markLength(QCPGraph* marker, const LengthScale& length) {
    marker->data()->clear();
    if (length.isFound()) marker->addData(length.px / pxPerUnit_, length.c1d);
}

void ProfilePlot::show(const RadialProfile& profile, const ProfileLengths& lengths, const Calibration& calibration,
                       bool isNarrow) {
    const double umPerPx = calibration.isKnown() ? calibration.umPerPx() : 1;
    const Unit unit = lengthUnit(calibration.isKnown(), profile.r.back() * umPerPx);
    const double perPx = umPerPx * unit.perBase;
    pxPerUnit_ = 1 / perPx;

    QVector<double> r, value, low, high;
    double lowest = 0, highestBeyondPeak = 0;
    const double peakEnds = lengths.rZero.isFound() ? lengths.rZero.px : profile.r.back() / 10;
    for (std::size_t i = 0; i < profile.size(); ++i) {
        if (std::isnan(profile.value[i])) continue;
        const double error = i < profile.error.size() && std::isfinite(profile.error[i]) ? profile.error[i] : 0;
        r.push_back(profile.r[i] * perPx);
        value.push_back(profile.value[i]);
        low.push_back(profile.value[i] - 2 * error);
        high.push_back(profile.value[i] + 2 * error);
        lowest = std::min(lowest, low.back());
        if (profile.r[i] > peakEnds) highestBeyondPeak = std::max(highestBeyondPeak, high.back());
    }
    curve_->setData(r, value, true);
    low_->data()->clear();
    high_->data()->clear();
    if (!profile.error.empty()) {
        low_->setData(r, low, true);
        high_->setData(r, high, true);
    }
    // The central peak runs out of the picture: what lies beyond it is what one looks at.
    const double top = std::max({2.6 * highestBeyondPeak, -1.4 * lowest, 0.1});
    plot_->xAxis->setRange(0, profile.r.back() * perPx);
    plot_->yAxis->setRange(std::min(1.15 * lowest, -0.25 * top), std::min(top, 1.05));
    plot_->xAxis->setLabel(QStringLiteral("R (%1)").arg(unit.name));

    markLength(zeroMark_, lengths.rZero);
    markLength(minMark_, lengths.rMin);
    markLength(maxMark_, lengths.rMax);
    const bool found = lengths.rMax.isFound();
    maxLine_->setVisible(found);
    maxLine_->point1->setCoords(lengths.rMax.px * perPx, 0);
    maxLine_->point2->setCoords(lengths.rMax.px * perPx, 1);
    maxText_->setVisible(found);
    minText_->setVisible(found);
    message_->setVisible(!found);
    if (found) {
        // Beside the marker where there is room, else left of the right edge.
        const double at = lengths.rMax.px / profile.r.back();
        const double left = at < 0.5 ? at + 0.03 : 0.03;
        maxText_->position->setCoords(at < 0.5 ? left : std::max(0.03, at - 0.45), 0.03);
        minText_->position->setCoords(at < 0.5 ? left : std::max(0.03, at - 0.45), isNarrow ? 0.14 : 0.13);
        maxText_->setText(rMaxText() + " " + valueText(lengths.rMax, perPx, unit.name));
        QString text;
        if (lengths.rMin.isFound())
            text += QStringLiteral("▽ %1 %2").arg(isNarrow ? QObject::tr("min") : QObject::tr("minimum"),
                                                  valueText(lengths.rMin, perPx, unit.name));
        if (lengths.rZero.isFound()) {
            text += QStringLiteral("\n◇ %1 %2").arg(QObject::tr("zero"), valueText(lengths.rZero, perPx, unit.name));
            if (!isNarrow) text += QStringLiteral(" = %1 %2").arg(lengths.rZero.px / lengths.rMax.px, 0, 'f', 3).arg(rMaxText());
        }
        minText_->setText(text.trimmed());
    } else {
        message_->position->setCoords(0.12, 0.04);
        QString text = QString::fromStdString(lengths.rMax.message);
        text.replace("; ", ";\n").replace(" or have", "\nor have");
        message_->setText(text.replace("R_max", rMaxText()));
    }
}

void ProfilePlot::clear() {
    for (int i = 0; i < plot_->graphCount(); ++i)
        plot_->graph(i)->data()->clear();
    for (QCPItemText* text : {maxText_, minText_, message_})
        text->setVisible(false);
    maxLine_->setVisible(false);
    hover_->setVisible(false);
}

void ProfilePlot::setHoveredRadius(std::optional<double> px) {
    hover_->setVisible(px && !curve_->data()->isEmpty());
    if (px) {
        hover_->point1->setCoords(*px / pxPerUnit_, 0);
        hover_->point2->setCoords(*px / pxPerUnit_, 1);
    }
    hoverLayer_->replot();
}

}  // namespace coarsen::window
