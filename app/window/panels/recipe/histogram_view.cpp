// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/recipe/histogram_view.hpp"

#include "app/window/theme/theme.hpp"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace coarsen::window {

namespace {
constexpr double reach = 8, leastRange = 0.5;  // px; per cent between the handles
}

HistogramView::HistogramView(QWidget* parent) : QWidget(parent) {
    setFixedHeight(92);
    setMouseTracking(true);
    setAccessibleName(tr("Grey values"));
    setToolTip(
        tr("The handles are the percentiles between which the final image is shown. Drag them; the measurement does not change "
           "unless Contrast is applied."));
}

void HistogramView::show(const GreyHistogram& histogram, double lowPercent, double highPercent) {
    histogram_ = histogram;
    if (dragged_ == Handle::none) {
        low_ = lowPercent;
        high_ = highPercent;
    }
    update();
}

void HistogramView::showNothing(const QString& why) {
    histogram_ = {};
    whyNothing_ = why;
    dragged_ = Handle::none;
    update();
}

QRectF HistogramView::box() const {
    return QRectF(12, 24, width() - 24, height() - 44);
}

double HistogramView::percentAt(double x) const {
    const std::vector<double>& counts = histogram_.final;
    const double all = std::accumulate(counts.begin(), counts.end(), 0.0);
    const double bins = std::clamp((x - box().left()) / box().width(), 0.0, 1.0) * static_cast<double>(counts.size());
    double sum = 0;
    for (std::size_t i = 0; i < counts.size() && static_cast<double>(i) < bins; ++i)
        sum += counts[i] * std::min(1.0, bins - static_cast<double>(i));
    return all > 0 ? 100 * sum / all : 0;
}

double HistogramView::placeOf(double percent) const {
    const std::vector<double>& counts = histogram_.final;
    const double wanted = percent / 100 * std::accumulate(counts.begin(), counts.end(), 0.0);
    double sum = 0, bins = static_cast<double>(counts.size());
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (sum + counts[i] >= wanted && counts[i] > 0) {
            bins = static_cast<double>(i) + (wanted - sum) / counts[i];
            break;
        }
        sum += counts[i];
    }
    return box().left() + box().width() * bins / static_cast<double>(counts.size());
}

HistogramView::Handle HistogramView::handleAt(const QPointF& place) const {
    if (histogram_.final.empty()) return Handle::none;
    const double low = std::abs(place.x() - placeOf(low_)), high = std::abs(place.x() - placeOf(high_));
    if (std::min(low, high) > reach) return Handle::none;
    return low <= high ? Handle::low : Handle::high;
}

void HistogramView::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) dragged_ = handleAt(event->position());
}

void HistogramView::mouseMoveEvent(QMouseEvent* event) {
    setCursor(dragged_ != Handle::none || handleAt(event->position()) != Handle::none ? Qt::SizeHorCursor : Qt::ArrowCursor);
    if (dragged_ == Handle::none) return;
    const double percent = std::round(10 * percentAt(event->position().x())) / 10;
    if (dragged_ == Handle::low)
        low_ = std::clamp(percent, 0.0, high_ - leastRange);
    else
        high_ = std::clamp(percent, low_ + leastRange, 100.0);
    update();
}

void HistogramView::mouseReleaseEvent(QMouseEvent*) {
    if (std::exchange(dragged_, Handle::none) != Handle::none) emit contrastChosen(low_, high_);
}

void HistogramView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& t = theme();
    QFont font = painter.font();
    font.setPixelSize(11);
    font.setBold(true);
    painter.setFont(font);
    painter.setPen(t.ink2);
    painter.drawText(QRect(12, 4, 120, 16), Qt::AlignLeft | Qt::AlignVCenter, tr("Grey values"));
    font.setBold(false);
    painter.setFont(font);
    painter.setPen(t.ink3);
    if (histogram_.raw.empty()) return painter.drawText(box(), Qt::AlignCenter, whyNothing_);
    painter.drawText(rect().adjusted(12, 4, -12, 0), Qt::AlignRight | Qt::AlignTop, tr("line: raw, fill: final"));

    const QRectF box = this->box();
    const auto curve = [&](const std::vector<double>& counts) {
        QPolygonF line;
        const double highest = *std::max_element(counts.begin() + 1, counts.end() - 1);  // clipped values may tower over the rest
        for (std::size_t i = 0; i < counts.size(); ++i)
            line << QPointF(box.left() + box.width() * (double(i) + 0.5) / double(counts.size()),
                            box.bottom() - box.height() * std::min(1.0, highest > 0 ? counts[i] / highest : 0));
        return line;
    };
    painter.setRenderHint(QPainter::Antialiasing);
    QPolygonF area = curve(histogram_.final);
    area.prepend(box.bottomLeft());
    area.append(box.bottomRight());
    painter.setPen(Qt::NoPen);
    painter.setBrush(t.line);
    painter.drawPolygon(area);
    painter.setPen(QPen(t.ink2, 1.2));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(curve(histogram_.raw));
    for (const double percent : {low_, high_}) {
        const double x = placeOf(percent);
        painter.setPen(QPen(t.accent, 1.2));
        painter.drawLine(QPointF(x, box.top() - 2), QPointF(x, box.bottom()));
        painter.setPen(Qt::NoPen);
        painter.setBrush(t.accent);
        painter.drawPolygon(QPolygonF{{x - 4.5, box.bottom() + 1}, {x + 4.5, box.bottom() + 1}, {x, box.bottom() - 6}});
    }
    if (dragged_ != Handle::none) {
        painter.setPen(t.ink);
        painter.drawText(box.adjusted(0, 2, 0, 0), Qt::AlignHCenter | Qt::AlignTop, tr("%1 to %2 %").arg(low_).arg(high_));
    }
    painter.setPen(t.ink3);
    const QRectF foot(12, height() - 18, width() - 24, 15);
    painter.drawText(foot, Qt::AlignLeft | Qt::AlignVCenter, QString::number(histogram_.darkest, 'g', 6));
    painter.drawText(foot, Qt::AlignRight | Qt::AlignVCenter, QString::number(histogram_.brightest, 'g', 6));
    const Saturation& clipped = histogram_.saturation;
    if (!std::isnan(clipped.sum()))
        painter.drawText(
            foot, Qt::AlignCenter,
            tr("raw: %1 % white, %2 % black").arg(100 * clipped.white, 0, 'f', 1).arg(100 * clipped.black, 0, 'f', 1));
}

}  // namespace coarsen::window
