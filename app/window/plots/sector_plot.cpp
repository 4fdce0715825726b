// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/sector_plot.hpp"

#include "app/window/theme/plot_style.hpp"
#include "app/window/theme/words.hpp"
#include "core/measure/level_crossing.hpp"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace coarsen::window {

namespace {
constexpr std::size_t mostInOneColumn = 4, mostWithLengths = 8;
}

SectorPlot::SectorPlot(QCustomPlot* plot, const Theme& theme) : plot_(plot) {
    plot->addLayer("hover", plot->layer("overlay"), QCustomPlot::limBelow);
    hoverLayer_ = plot->layer("hover");
    hoverLayer_->setMode(QCPLayer::lmBuffered);
    hover_ = new QCPItemStraightLine(plot);
    hover_->setLayer(hoverLayer_);
    hover_->setVisible(false);
    tooMany_ = new QCPItemText(plot);
    QFont font = QApplication::font();
    font.setPixelSize(11);
    tooMany_->setFont(font);
    tooMany_->setPositionAlignment(Qt::AlignRight | Qt::AlignTop);
    tooMany_->setTextAlignment(Qt::AlignRight);
    tooMany_->position->setType(QCPItemPosition::ptAxisRectRatio);
    tooMany_->position->setCoords(0.985, 0.02);
    tooMany_->setVisible(false);
    plot->yAxis->setLabel("C(R, θ)");
    plot->legend->setRowSpacing(0);
    plot->legend->setMargins({0, 0, 4, 0});
    plot->axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignTop | Qt::AlignRight);
    applyTheme(theme);
}

void SectorPlot::applyTheme(const Theme& t) {
    theme_ = &t;
    stylePlot(plot_, t);
    hover_->setPen(pen(t.ink3, 1));
    QFont font = QApplication::font();
    font.setPixelSize(11);
    plot_->legend->setFont(font);
    plot_->legend->setTextColor(t.ink2);
    tooMany_->setColor(t.ink2);
    plot_->legend->setBorderPen(Qt::NoPen);
    QColor ground = t.plot;
    ground.setAlphaF(0.85f);
    plot_->legend->setBrush(ground);  // curves may run behind the names
    plot_->legend->setIconSize(22, 12);
    for (std::size_t i = 0; i < curves_.size(); ++i)
        style(i);
}

void SectorPlot::style(std::size_t index) {
    const SeriesStyle look = seriesStyle(static_cast<int>(index), *theme_);
    QPen line = pen(look.colour, 1.6, look.dash);
    curves_[index].line->setPen(line);
    curves_[index].mark->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, pen(theme_->plot, 1), look.colour, 7.5));
    if (index < static_cast<std::size_t>(plot_->legend->itemCount())) {
        plot_->legend->item(static_cast<int>(index))->setFont(plot_->legend->font());
        plot_->legend->item(static_cast<int>(index))->setTextColor(theme_->ink2);
    }
}

void SectorPlot::show(const std::vector<Sector>& sectors, const Calibration& calibration, bool isSmall) {
    if (sectors.empty()) return clear();
    while (curves_.size() > sectors.size()) {
        plot_->removeGraph(curves_.back().mark);
        plot_->removeGraph(curves_.back().line);
        curves_.pop_back();
    }
    while (curves_.size() < sectors.size()) {
        curves_.push_back({plot_->addGraph(), plot_->addGraph()});
        curves_.back().mark->setLineStyle(QCPGraph::lsNone);
        curves_.back().mark->removeFromLegend();
        style(curves_.size() - 1);
    }
    const double umPerPx = calibration.isKnown() ? calibration.umPerPx() : 1, reach = sectors.front().profile.r.back();
    const Unit unit = lengthUnit(calibration.isKnown(), reach * umPerPx);
    const double perPx = umPerPx * unit.perBase;
    pxPerUnit_ = 1 / perPx;
    const std::size_t columns = sectors.size() <= mostInOneColumn ? 1 : sectors.size() <= mostWithLengths ? 2 : 3;
    plot_->legend->setWrap(static_cast<int>((sectors.size() + columns - 1) / columns));
    plot_->legend->setFillOrder(QCPLayoutGrid::foRowsFirst, true);  // puts them in their places anew
    double lowest = 0, highest = 0;                                 // beyond the central peak
    for (std::size_t i = 0; i < sectors.size(); ++i) {
        const Sector& sector = sectors[i];
        const double zero = firstCrossing(sector.profile, 0), peakEnds = std::isnan(zero) ? reach / 10 : zero;
        curves_[i].line->data()->clear();
        curves_[i].mark->data()->clear();
        for (std::size_t r = 0; r < sector.profile.size(); ++r) {
            const double value = sector.profile.value[r];
            if (std::isnan(value)) continue;
            curves_[i].line->addData(sector.profile.r[r] * perPx, value);
            lowest = std::min(lowest, value);
            if (sector.profile.r[r] > peakEnds) highest = std::max(highest, value);
        }
        QString name = QString::number(sector.angleDeg, 'g', 4) + QStringLiteral("°");
        if (sector.rMax.isFound()) {
            curves_[i].mark->addData(sector.rMax.px * perPx, sector.rMax.c1d);
            if (sectors.size() <= mostWithLengths)
                name += QStringLiteral("   %1 %2").arg(significant(sector.rMax.px * perPx, 3), unit.name);
        }
        curves_[i].line->setName(name);
    }
    const double top = std::clamp(std::max(2.6 * highest, -1.4 * lowest), 0.1, 1.05);
    plot_->xAxis->setRange(0, reach * perPx);
    plot_->yAxis->setRange(std::min(1.15 * lowest, -0.25 * top), top);
    plot_->xAxis->setLabel(QStringLiteral("R (%1)").arg(unit.name));
    const bool hasRoom = !isSmall || sectors.size() <= mostWithLengths;
    plot_->legend->setVisible(hasRoom);
    tooMany_->setVisible(!hasRoom);
    tooMany_->setText(QObject::tr("%1 directions from 0°, %2° apart;\na larger panel (F10) names them")
                          .arg(sectors.size())
                          .arg(180.0 / static_cast<double>(sectors.size()), 0, 'g', 3));
}

void SectorPlot::clear() {
    for (const Curve& curve : curves_) {
        curve.line->data()->clear();
        curve.mark->data()->clear();
    }
    plot_->legend->setVisible(false);
    tooMany_->setVisible(false);
    hover_->setVisible(false);
}

void SectorPlot::setHoveredRadius(std::optional<double> px) {
    hover_->setVisible(px && !curves_.empty());
    if (px) {
        hover_->point1->setCoords(*px / pxPerUnit_, 0);
        hover_->point2->setCoords(*px / pxPerUnit_, 1);
    }
    hoverLayer_->replot();
}

}  // namespace coarsen::window
