// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/views/loupe.hpp"

#include "app/window/theme/theme.hpp"
#include "app/window/theme/words.hpp"
#include "app/window/views/image_marks.hpp"
#include "app/window/views/stage_tag.hpp"

#include <QPainter>
#include <QPainterPath>

#include <cmath>
#include <numbers>

namespace coarsen::window {

namespace {
constexpr int side = 168, footer = 22, away = 22;
}

QString greyText(const StagePicture& stage, const QPoint& pixel) {
    const QPoint at = pixel - stage.origin;
    if (!stage.picture.rect().contains(at)) return QStringLiteral("–");
    const Image& image = stage.frame.image;
    if (stage.frame.orientation && image.channels() == 2) {  // its two numbers say little; the axis does
        const double x1 = image.at(at.x(), at.y(), 0), x2 = image.at(at.x(), at.y(), 1);
        return QStringLiteral("%1°, %2").arg(number(std::atan2(x2, x1) * 90 / std::numbers::pi, 1),
                                             significant(std::hypot(x1, x2), 2));
    }
    QStringList values;
    const int channels = image.channels() > 1 && stage.frame.hasAlpha ? image.channels() - 1 : image.channels();
    for (int channel = 0; channel < channels; ++channel) {
        const double value = image.at(at.x(), at.y(), channel) * stage.frame.greyUnit;
        values << (image.holdsWholeNumbers() ? number(value, 0) : significant(value, 4));
    }
    return values.join(' ');
}

QRect loupeBox(const QPointF& mouse, const QSize& view) {
    QRect box(static_cast<int>(mouse.x()) + away, static_cast<int>(mouse.y()) + away, side, side + footer);
    if (box.right() > view.width()) box.moveRight(static_cast<int>(mouse.x()) - away);
    if (box.bottom() > view.height()) box.moveBottom(static_cast<int>(mouse.y()) - away);
    // In a low view there is room neither above nor below: then beside the mouse, which it must not cover.
    box.moveTop(std::max(0, box.top()));
    return box;
}

void paintLoupe(QPainter& painter, const QRect& box, const std::vector<StagePicture>& stages, const StagePicture& shown,
                const QPoint& pixel, const QSizeF& pixelSize, bool isDustShown) {
    const QRect glass(box.topLeft(), QSize(box.width(), box.height() - footer));
    const QPointF middle = QRectF(glass).center();
    painter.save();
    painter.fillRect(glass, theme().stage);
    QTransform t;
    t.translate(middle.x(), middle.y());
    t.scale(pixelSize.width(), pixelSize.height());
    t.translate(-pixel.x() - 0.5, -pixel.y() - 0.5);
    paintStage(painter, stages, shown, t, glass, false, isDustShown);

    const QRectF cell(middle.x() - pixelSize.width() / 2, middle.y() - pixelSize.height() / 2, pixelSize.width(),
                      pixelSize.height());
    QPainterPath cross;
    cross.moveTo(glass.left(), middle.y()), cross.lineTo(cell.left(), middle.y());
    cross.moveTo(cell.right(), middle.y()), cross.lineTo(glass.right() + 1, middle.y());
    cross.moveTo(middle.x(), glass.top()), cross.lineTo(middle.x(), cell.top());
    cross.moveTo(middle.x(), cell.bottom()), cross.lineTo(middle.x(), glass.bottom() + 1);
    cross.addRect(cell);
    painter.setBrush(Qt::NoBrush);
    for (const auto& [colour, width] : {std::pair{QColor(0, 0, 0, 110), 3.0}, {QColor(255, 255, 255, 210), 1.0}})
        painter.strokePath(cross, QPen(colour, width));

    const QRect words(glass.left(), glass.bottom() + 1, glass.width(), footer);
    painter.fillRect(words, QColor(15, 17, 20, 230));
    QFont font = painter.font();
    font.setPixelSize(11);
    painter.setFont(font);
    painter.setPen(QColor(200, 204, 210));
    painter.drawText(words.adjusted(7, 0, -7, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     QStringLiteral("%1, %2").arg(pixel.x()).arg(pixel.y()));
    font.setBold(true);
    painter.setFont(font);
    painter.setPen(Qt::white);
    painter.drawText(words.adjusted(7, 0, -7, 0), Qt::AlignRight | Qt::AlignVCenter,
                     stageName(shown.key) + "  " + greyText(shown, pixel));
    painter.setPen(QPen(markShadow(), 1));
    painter.drawRect(QRectF(box).adjusted(-0.5, -0.5, 0.5, 0.5));
    painter.restore();
}

}  // namespace coarsen::window
