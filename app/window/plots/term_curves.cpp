// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/term_curves.hpp"

#include "app/window/theme/plot_style.hpp"
#include "app/window/theme/words.hpp"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace coarsen::window {

namespace {
constexpr int rowsWithValues = 3;                              // of names with values: then values are left out
constexpr int iconWidth = 20, besideName = 18, bothEnds = 16;  // px of the legend: icon, gaps about a name, both ends
constexpr int firstStyle = 1;                                  // before it: C1D's own
constexpr double thin = 1.3, heavy = 2.4;
}  // namespace

QString nameOf(const ChannelPair& channels) {
    return QStringLiteral("%1 × %2").arg(channels.first + 1).arg(channels.second + 1);
}

std::pair<double, double> TermCurves::show(const std::vector<Term>* terms, const std::optional<ChannelPair>& chosen,
                                           double pxPerUnit, const Theme& theme) {
    const std::size_t count = terms ? terms->size() : 0;
    placeLegend(count > 0);
    names_.clear();
    fittedWidth_ = 0;
    while (curves_.size() > count) {
        plot_->removeGraph(curves_.back());
        curves_.pop_back();
    }
    if (count == 0) return {0, 0};
    for (int i = 0; curves_.empty() && i < plot_->graphCount(); ++i)
        plot_->graph(i)->removeFromLegend();  // C1D's own parts are said beside the marker
    while (curves_.size() < count)
        curves_.push_back(plot_->addGraph());
    QFont font = QApplication::font();
    font.setPixelSize(11);
    plot_->legend->setFont(font);
    plot_->legend->setTextColor(theme.ink2);
    plot_->legend->setBorderPen(Qt::NoPen);
    plot_->legend->setBrush(Qt::NoBrush);
    plot_->legend->setRowSpacing(0);
    plot_->legend->setMargins({bothEnds / 2, 4, bothEnds / 2, 0});
    plot_->legend->setIconSize(iconWidth, 12);
    double lowest = 0, highest = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const Term& term = (*terms)[i];
        const SeriesStyle look = seriesStyle(firstStyle + static_cast<int>(i), theme);
        QCPGraph& curve = *curves_[i];
        curve.setPen(pen(look.colour, chosen == term.channels ? heavy : thin, look.dash));
        names_.push_back(
            {nameOf(term.channels), QStringLiteral("%1   C(0) = %2").arg(nameOf(term.channels), number(term.atOrigin(), 2))});
        curve.setName(names_.back().withValue);
        curve.data()->clear();
        const double peakEnds = term.profile.r.back() / 10;
        for (std::size_t r = 0; r < term.profile.size(); ++r) {
            const double value = term.profile.value[r];
            if (std::isnan(value)) continue;
            curve.addData(term.profile.r[r] / pxPerUnit, value);
            // A curve that begins below 0 is shown there, not cut off as a central peak is.
            lowest = std::min(lowest, value);
            if (term.profile.r[r] > peakEnds) highest = std::max(highest, value);
        }
        if (QCPAbstractLegendItem* const item = plot_->legend->item(static_cast<int>(i))) {
            item->setFont(font);
            item->setTextColor(theme.ink2);
        }
    }
    return {lowest, highest};
}

void TermCurves::placeLegend(bool isShown) {
    QCPLegend* const legend = plot_->legend;
    const bool isAbove = legend->layout() == plot_->plotLayout();
    legend->setVisible(isShown);
    if (isShown == isAbove) return;
    if (isShown) {
        plot_->axisRect()->insetLayout()->take(legend);
        plot_->plotLayout()->insertRow(0);
        plot_->plotLayout()->addElement(0, 0, legend);
        plot_->plotLayout()->setRowStretchFactor(0, 0.001);  // as high as its names
    } else {
        plot_->plotLayout()->take(legend);
        plot_->plotLayout()->simplify();
        plot_->axisRect()->insetLayout()->addElement(legend, Qt::AlignTop | Qt::AlignRight);
    }
}

void TermCurves::fitLegend() {
    const int width = plot_->viewport().width();
    if (curves_.empty() || width < 1 || std::exchange(fittedWidth_, width) == width) return;
    const QFontMetrics metrics(plot_->legend->font());
    const int count = static_cast<int>(curves_.size());
    for (QString Name::*const name : {&Name::withValue, &Name::plain}) {
        int widest = 0;
        for (const Name& one : names_)
            widest = std::max(widest, metrics.horizontalAdvance(one.*name));
        const int columns = std::clamp((width - bothEnds) / (widest + iconWidth + besideName), 1, count);
        const bool isLast = name == &Name::plain;
        if ((count + columns - 1) / columns > rowsWithValues && !isLast) continue;
        for (std::size_t i = 0; i < curves_.size(); ++i)
            curves_[i]->setName(names_[i].*name);
        plot_->legend->setWrap(columns);
        plot_->legend->setFillOrder(QCPLayoutGrid::foColumnsFirst, true);
        break;
    }
    for (const auto phase : {QCPLayoutElement::upPreparation, QCPLayoutElement::upMargins, QCPLayoutElement::upLayout})
        plot_->plotLayout()->update(phase);
}

}  // namespace coarsen::window
