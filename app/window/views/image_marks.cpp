// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/image_marks.hpp"

#include "app/window/theme/theme.hpp"
#include "app/window/theme/words.hpp"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace coarsen::window {

namespace {

const QColor plate(15, 17, 20, 205), dark(20, 22, 26);

QFont markFont(const QPainter& painter) {
    QFont font = painter.font();
    font.setPixelSize(11);
    font.setBold(true);
    return font;
}

struct ScaleBar {
    int length = 0;  // px of the screen; 0: nothing is in sight
    QString words;
};

ScaleBar scaleBarOf(int seenWidth, const Calibration& calibration, double zoom) {
    const double umPerPx = calibration.isKnown() ? calibration.pixelWidthUm : 1;
    const double wanted = seenWidth / 7.0 / zoom * umPerPx;
    if (!(wanted > 0)) return {};
    double length = std::pow(10.0, std::floor(std::log10(wanted)));
    for (const double factor : {5.0, 2.0})
        if (length * factor <= wanted * 1.2) {
            length *= factor;
            break;
        }
    const Unit unit = calibration.isKnown() ? (length >= 1000 ? Unit{QStringLiteral("mm"), 1e-3} : lengthUnit(true, length))
                                            : Unit{QStringLiteral("px"), 1};
    return {static_cast<int>(length / umPerPx * zoom), QString::number(length * unit.perBase) + QChar(0x2009) + unit.name};
}

}  // namespace

QColor markShadow() {
    return {0, 0, 0, 166};
}

void paintStage(QPainter& painter, const std::vector<StagePicture>& stages, const StagePicture& shown, const QTransform& t,
                const QRect& area, bool isSmooth, bool isDustShown) {
    painter.save();
    painter.setClipRect(area, Qt::IntersectClip);
    painter.setTransform(t, true);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, isSmooth);

    const QSize frameSize = stages.front().picture.size();
    const StagePicture* whole = nullptr;  // what surrounds a cropped stage: the last uncropped one, dimmed
    if (shown.picture.size() != frameSize)
        for (const StagePicture& one : stages)
            if (one.picture.size() == frameSize) whole = &one;
    if (whole) {
        painter.drawImage(QPointF(), whole->picture);
        QColor dim = theme().stage;
        dim.setAlphaF(0.57f);
        painter.fillRect(QRectF(QPointF(), whole->picture.size()), dim);
    }
    painter.drawImage(QPointF(shown.origin), shown.picture);
    const QRect seen =
        t.inverted().mapRect(QRectF(area)).toAlignedRect().translated(-shown.origin).intersected(shown.dust.rect());
    if (isDustShown && !seen.isEmpty()) {
        QImage overlay(seen.size(), QImage::Format_ARGB32_Premultiplied);
        overlay.fill(theme().mask);
        overlay.setAlphaChannel(shown.dust.copy(seen));
        painter.setOpacity(0.65);
        painter.drawImage(QPointF(shown.origin + seen.topLeft()), overlay);
        painter.setOpacity(1);
    }
    painter.restore();
}

void paintTag(QPainter& painter, const QString& text, const QPoint& corner, bool right) {
    painter.save();
    painter.setFont(markFont(painter));
    painter.setRenderHint(QPainter::Antialiasing);
    QRect box(corner, QSize(painter.fontMetrics().horizontalAdvance(text) + 14, 20));
    if (right) box.moveRight(corner.x());
    painter.setPen(Qt::NoPen);
    painter.setBrush(plate);
    painter.drawRoundedRect(box, 4, 4);
    painter.setPen(Qt::white);
    painter.drawText(box, Qt::AlignCenter, text);
    painter.restore();
}

void paintWipeLine(QPainter& painter, int x, int height) {
    painter.save();
    painter.setPen(QPen(markShadow(), 3));
    painter.drawLine(x, 0, x, height);
    painter.setPen(QPen(Qt::white, 1.5));
    painter.drawLine(x, 0, x, height);
    painter.setRenderHint(QPainter::Antialiasing);
    const QPointF knob(x, height * 0.86);
    painter.setBrush(dark);
    painter.drawEllipse(knob, 11, 11);
    painter.drawPolyline(QPolygonF{knob + QPointF(-3, -4), knob + QPointF(-6.500, 0), knob + QPointF(-3, 4)});
    painter.drawPolyline(QPolygonF{knob + QPointF(3, -4), knob + QPointF(6.500, 0), knob + QPointF(3, 4)});
    painter.restore();
}

void paintCropEdge(QPainter& painter, const QRectF& frame, const QRectF& crop, bool isEdited) {
    painter.save();
    if (isEdited) {
        QPainterPath outside;
        outside.addRect(frame);
        outside.addRect(crop);
        painter.fillPath(outside, QColor(0, 0, 0, 110));
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(markShadow(), 3));
    painter.drawRect(crop);
    painter.setPen(QPen(Qt::white, 1, Qt::DashLine));
    painter.drawRect(crop);
    if (isEdited) {
        painter.setPen(QPen(dark, 1));
        painter.setBrush(Qt::white);
        for (int handle = 0; handle < 9; ++handle) {
            if (handle == 4) continue;
            const QPointF at(crop.left() + crop.width() * (handle % 3) / 2, crop.top() + crop.height() * (handle / 3) / 2);
            painter.drawRect(QRectF(at - QPointF(4, 4), QSizeF(8, 8)));
        }
    }
    painter.restore();
}

void paintGauge(QPainter& painter, const QPointF& at, double radius, const QString& text, int viewWidth) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    for (const auto& [colour, width] : {std::pair{markShadow(), 4.5}, {theme().ring, 2.0}}) {
        painter.setPen(QPen(colour, width));
        painter.drawEllipse(at, radius, radius);
        painter.drawLine(at, at + QPointF(radius, 0));
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme().ring);
    painter.drawEllipse(at, 3.5, 3.5);
    painter.restore();
    if (text.isEmpty()) return;
    const int textWidth = QFontMetrics(markFont(painter)).horizontalAdvance(text) + 14;
    const double right = at.x() + radius + 8, left = at.x() - radius - 8;
    const bool isRight = right + textWidth < viewWidth, isLeft = !isRight && left - textWidth > 0;
    if (isRight || isLeft)
        paintTag(painter, text, {static_cast<int>(isRight ? right : left), static_cast<int>(at.y() - 10)}, isLeft);
    else
        paintTag(painter, text, {static_cast<int>(at.x() - textWidth / 2.0), static_cast<int>(at.y() + radius + 6)}, false);
}

void paintStroke(QPainter& painter, const QPolygonF& path, double width, bool isDust) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QColor colour = isDust ? theme().mask : QColor(Qt::white);
    colour.setAlphaF(isDust ? 0.65F : 0.35F);
    painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    if (path.size() == 1)
        painter.drawPoint(path.front());
    else
        painter.drawPolyline(path);
    painter.restore();
}

void paintBrushCircle(QPainter& painter, const QPointF& at, double rx, double ry, bool isDust) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(markShadow(), 3));
    painter.drawEllipse(at, rx, ry);
    painter.setPen(QPen(Qt::white, 1.2, isDust ? Qt::SolidLine : Qt::DashLine));
    painter.drawEllipse(at, rx, ry);
    painter.restore();
}

void paintCross(QPainter& painter, const QPointF& at) {
    for (const auto& [colour, width] : {std::pair{markShadow(), 3.5}, {QColor(Qt::white), 1.2}}) {
        painter.setPen(QPen(colour, width));
        painter.drawLine(at - QPointF(7, 0), at + QPointF(7, 0));
        painter.drawLine(at - QPointF(0, 7), at + QPointF(0, 7));
    }
}

void paintScaleBar(QPainter& painter, const QRect& seen, const Calibration& calibration, double zoom) {
    const auto [bar, text] = scaleBarOf(seen.width(), calibration, zoom);
    if (bar == 0) return;
    const int boxWidth = std::max(bar, QFontMetrics(markFont(painter)).horizontalAdvance(text)) + 16;
    const QRect box(seen.x() + seen.width() - boxWidth - 10, seen.y() + seen.height() - 42, boxWidth, 32);
    if (!seen.contains(box)) return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(15, 17, 20, 190));
    painter.drawRoundedRect(box, 4, 4);
    painter.setFont(markFont(painter));
    painter.setPen(Qt::white);
    painter.drawText(box.adjusted(0, 3, 0, -12), Qt::AlignCenter, text);
    painter.fillRect(QRect(box.center().x() - bar / 2, box.bottom() - 9, bar, 3), Qt::white);
    painter.restore();
}

int paintScaleInStrip(QPainter& painter, const QRect& strip, int seen, const Calibration& calibration, double zoom) {
    const auto [bar, text] = scaleBarOf(seen, calibration, zoom);
    constexpr int gap = 6, edge = 8, thick = 3;
    const int words = QFontMetrics(markFont(painter)).horizontalAdvance(text),
              left = strip.right() + 1 - edge - bar - gap - words;
    if (bar == 0 || left < strip.left()) return strip.right() + 1;
    painter.save();
    painter.setFont(markFont(painter));
    painter.setPen(theme().ink2);
    painter.drawText(QRect(left, strip.top(), words, strip.height()), Qt::AlignCenter | Qt::TextDontClip, text);
    painter.fillRect(QRect(left + words + gap, strip.center().y() - thick / 2, bar, thick), theme().ink2);
    painter.restore();
    return left;
}

}  // namespace coarsen::window
