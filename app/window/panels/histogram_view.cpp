// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/histogram_view.hpp"

#include "app/window/theme/theme.hpp"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace coarsen::window {

HistogramView::HistogramView(QWidget* parent) : QWidget(parent) {
    setFixedHeight(92);
    setAccessibleName(tr("Grey values"));
}

void HistogramView::show(const GreyHistogram& histogram) {
    histogram_ = histogram;
    update();
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
    painter.drawText(rect().adjusted(12, 4, -12, 0), Qt::AlignRight | Qt::AlignTop, tr("line raw, area final"));
    if (histogram_.raw.empty()) return;

    const QRectF box(12, 24, width() - 24, height() - 44);
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
    painter.setPen(t.ink3);
    const QRectF foot(12, height() - 18, width() - 24, 15);
    painter.drawText(foot, Qt::AlignLeft | Qt::AlignVCenter, "0");
    painter.drawText(foot, Qt::AlignRight | Qt::AlignVCenter, QString::number(histogram_.brightest, 'g', 6));
    const Saturation& clipped = histogram_.saturation;
    if (!std::isnan(clipped.sum()))
        painter.drawText(
            foot, Qt::AlignCenter,
            tr("raw: %1 % white, %2 % black").arg(100 * clipped.white, 0, 'f', 1).arg(100 * clipped.black, 0, 'f', 1));
}

}  // namespace coarsen::window
