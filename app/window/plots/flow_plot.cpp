// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/flow_plot.hpp"

#include "app/window/theme/plot_style.hpp"

#include <QApplication>
#include <QFontMetrics>
#include <QLineF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace coarsen::window {

namespace {

QRectF pictureRect(const QRect& place, const Comparison& comparison) {
    QSizeF size(comparison.picture.width(), comparison.picture.height() * comparison.calibration.aspect());
    size.scale(place.size(), Qt::KeepAspectRatio);
    return {place.x() + (place.width() - size.width()) / 2, place.y() + (place.height() - size.height()) / 2, size.width(),
            size.height()};
}

void drawLegend(QPainter& painter, const QRectF& picture, const QString& words) {
    QFont font = QApplication::font();
    font.setPixelSize(11);
    const QFontMetrics metrics(font);
    const QRectF box(picture.left() + 8, picture.bottom() - 8 - metrics.height() - 6, metrics.horizontalAdvance(words) + 14,
                     metrics.height() + 6);
    painter.fillRect(box, QColor(15, 17, 20, 190));
    painter.setFont(font);
    painter.setPen(Qt::white);
    painter.drawText(box, Qt::AlignCenter, words);
}

}  // namespace

QPainterPath arrowPath(const QLineF& line) {
    constexpr double longestHead = 8, headPart = 0.45, headAngle = 27;
    QPainterPath path(line.p1());
    path.lineTo(line.p2());
    const double head = std::min(longestHead, headPart * line.length());
    for (const double turn : {180 - headAngle, 180 + headAngle}) {
        QLineF side = line;
        side.translate(line.p2() - line.p1());
        side.setAngle(line.angle() + turn);
        side.setLength(head);
        path.moveTo(line.p2());
        path.lineTo(side.p2());
    }
    return path;
}

int arrowFactor(const Comparison& comparison) {
    constexpr double usualPart = 0.9, room = 0.8;  // of the arrows, and of the way to the next patch
    constexpr int most = 1000;
    std::vector<double> lengths;
    for (const PatchMove& patch : comparison.flow)
        if (patch.isValid) lengths.push_back(std::hypot(patch.move.x, patch.move.y));
    if (lengths.empty()) return 1;
    const auto usual = lengths.begin() + static_cast<std::ptrdiff_t>(usualPart * static_cast<double>(lengths.size() - 1));
    std::ranges::nth_element(lengths, usual);
    int factor = 1;
    for (int decade = 1; decade <= most; decade *= 10)
        for (const int step : {1, 2, 5})
            if (const int next = step * decade; next <= most && next * *usual <= room * comparison.stepPx) factor = next;
    return factor;
}

void drawFlow(QPainter& painter, const QRect& place, const Comparison& comparison) {
    if (comparison.picture.isNull()) return;
    painter.save();
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF picture = pictureRect(place, comparison);
    painter.drawImage(picture, comparison.picture);
    painter.setClipRect(picture);
    const double perX = picture.width() / comparison.picture.width(), perY = picture.height() / comparison.picture.height();
    const auto at = [&](double x, double y) {
        return QPointF(picture.left() + (x + 0.5) * perX, picture.top() + (y + 0.5) * perY);
    };
    const int factor = arrowFactor(comparison);
    painter.setBrush(Qt::NoBrush);
    for (const bool isValid : {false, true})  // the good ones lie above
        for (const PatchMove& patch : comparison.flow) {
            if (patch.isValid != isValid || !patch.move.isKnown()) continue;
            const QPainterPath arrow =
                arrowPath({at(patch.xPx, patch.yPx), at(patch.xPx + factor * patch.move.x, patch.yPx + factor * patch.move.y)});
            if (isValid) painter.strokePath(arrow, pen(QColor(0, 0, 0, 190), 4));
            QColor colour = Theme::night().accent;
            if (!isValid) colour.setAlphaF(0.4f);
            painter.strokePath(arrow, pen(colour, isValid ? 1.8 : 1.2));
        }
    if (!comparison.flow.empty() && factor > 1)
        drawLegend(painter, picture, QCoreApplication::translate("FlowPlot", "arrows %1 × the displacement").arg(factor));
    painter.restore();
}

}  // namespace coarsen::window
