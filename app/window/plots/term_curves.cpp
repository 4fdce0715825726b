// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/term_curves.hpp"

#include "app/window/theme/plot_style.hpp"
#include "app/window/theme/words.hpp"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace coarsen::window {

namespace {
constexpr int legendRows = 4;
constexpr int firstStyle = 1;  // before it: C1D's own
constexpr double thin = 1.3, heavy = 2.4;
}  // namespace

QString nameOf(const ChannelPair& channels) {
    return QStringLiteral("%1 × %2").arg(channels.first + 1).arg(channels.second + 1);
}

std::pair<double, double> TermCurves::show(const std::vector<Term>* terms, const std::optional<ChannelPair>& chosen,
                                           double pxPerUnit, const Theme& theme) {
    const std::size_t count = terms ? terms->size() : 0;
    plot_->legend->setVisible(count > 0);
    while (curves_.size() > count) {
        plot_->removeGraph(curves_.back());
        curves_.pop_back();
    }
    if (count == 0) return {0, 0};
    plot_->legend->setWrap(legendRows);
    plot_->legend->setFillOrder(QCPLayoutGrid::foRowsFirst, true);
    for (int i = 0; curves_.empty() && i < plot_->graphCount(); ++i)
        plot_->graph(i)->removeFromLegend();  // C1D's own parts are said beside the marker
    while (curves_.size() < count)
        curves_.push_back(plot_->addGraph());
    QFont font = QApplication::font();
    font.setPixelSize(11);
    QColor ground = theme.plot;
    ground.setAlphaF(0.85f);
    plot_->legend->setFont(font);
    plot_->legend->setTextColor(theme.ink2);
    plot_->legend->setBorderPen(Qt::NoPen);
    plot_->legend->setBrush(ground);
    plot_->legend->setRowSpacing(0);
    plot_->legend->setMargins({0, 0, 4, 0});
    plot_->legend->setIconSize(22, 12);
    plot_->axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignTop | Qt::AlignRight);
    double lowest = 0, highest = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const Term& term = (*terms)[i];
        const SeriesStyle look = seriesStyle(firstStyle + static_cast<int>(i), theme);
        QCPGraph& curve = *curves_[i];
        curve.setPen(pen(look.colour, chosen == term.channels ? heavy : thin, look.dash));
        curve.setName(QStringLiteral("%1   C(0) = %2").arg(nameOf(term.channels), number(term.atOrigin(), 2)));
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

QRect TermCurves::legendPlace() const {
    return plot_->legend->visible() ? plot_->legend->outerRect() : QRect();
}

}  // namespace coarsen::window
