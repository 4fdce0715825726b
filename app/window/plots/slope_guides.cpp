// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/slope_guides.hpp"

#include "app/window/theme/plot_style.hpp"

#include <QFontMetrics>
#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace coarsen::window {

namespace {

struct Slope {
    double value;
    const char* name;
};
constexpr std::array<Slope, 3> slopes = {{{1.0 / 3, "1/3"}, {1.0 / 2, "1/2"}, {1, "1"}}};  // from below
constexpr double beginning = 0.68, end = 0.92, base = 0.12;                                // parts of the axes
constexpr double nameGap = 4;                                                              // px between a line and its name

double along(const QCPRange& range, double part) {
    return range.lower * std::pow(range.upper / range.lower, part);
}

QRectF boxOf(const QCPItemText& text) {
    const QFontMetricsF metrics(text.font());
    const QSizeF size(metrics.horizontalAdvance(text.text()), metrics.height());
    const QPointF leftMiddle = text.position->pixelPosition();
    return {QPointF(leftMiddle.x(), leftMiddle.y() - size.height() / 2), size};
}

}  // namespace

SlopeGuides::SlopeGuides(QCustomPlot* plot, QCPAxis* x, QCPAxis* y) : x_(x), y_(y) {
    for (const Slope& slope : slopes) {
        lines_.push_back(plot->addGraph(x, y));
        names_.push_back(addWords(plot));
        names_.back()->position->setAxes(x, y);
        names_.back()->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
        names_.back()->setText(slope.name);
    }
}

void SlopeGuides::applyTheme(const Theme& theme) {
    for (QCPGraph* line : lines_)
        line->setPen(pen(theme.ink3, 1, Qt::DotLine));
    for (QCPItemText* name : names_)
        name->setColor(theme.ink3);
}

void SlopeGuides::show() {
    isShown_ = true;
    const double from = along(x_->range(), beginning), to = along(x_->range(), end), low = along(y_->range(), base);
    for (std::size_t i = 0; i < slopes.size(); ++i) {
        lines_[i]->data()->clear();
        lines_[i]->addData(from, low);
        lines_[i]->addData(to, low * std::pow(to / from, slopes[i].value));
        names_[i]->setVisible(true);
    }
}

void SlopeGuides::hide() {
    isShown_ = false;
    for (QCPGraph* line : lines_)
        line->data()->clear();
    for (QCPItemText* name : names_)
        name->setVisible(false);
}

void SlopeGuides::placeNames() {
    if (!isShown_) return;
    double lowest = std::numeric_limits<double>::infinity();  // of the room that is left, in px
    for (std::size_t i = 0; i < slopes.size(); ++i) {
        const QCPGraphData& tip = *std::prev(lines_[i]->data()->constEnd());
        const QPointF at = lines_[i]->coordsToPixels(tip.key, tip.value) + QPointF(nameGap, 0);
        const double y = std::min(at.y(), lowest);
        names_[i]->position->setPixelPosition({at.x(), y});
        lowest = y - boxOf(*names_[i]).height();
    }
}

std::vector<QPolygonF> SlopeGuides::drawn() const {
    std::vector<QPolygonF> drawn;
    if (!isShown_) return drawn;
    for (std::size_t i = 0; i < slopes.size(); ++i) {
        QPolygonF line;
        for (const QCPGraphData& point : *lines_[i]->data())
            line << lines_[i]->coordsToPixels(point.key, point.value);
        drawn.push_back(line);
        drawn.emplace_back(boxOf(*names_[i]));
    }
    return drawn;
}

}  // namespace coarsen::window
