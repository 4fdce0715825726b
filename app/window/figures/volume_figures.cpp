// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/figures/volume_figures.hpp"

#include "app/window/plots/flow_marks.hpp"
#include "app/window/plots/planes_plot.hpp"
#include "app/window/theme/words.hpp"

#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace coarsen::window {

namespace {

constexpr int between = 6;  // px of the figure

/// Where the slices stand: xy above xz, which share their columns, and yz beside xz, whose rows it shares.
std::array<QRectF, 3> placesIn(const QSize& pixels, const std::array<double, 3>& length) {
    const double scale =
        std::min((pixels.width() - between) / (length[0] + length[1]), (pixels.height() - between) / (length[1] + length[2]));
    const double x = length[0] * scale, y = length[1] * scale, z = length[2] * scale;
    return {QRectF(0, 0, x, y), QRectF(0, y + between, x, z), QRectF(x + between, y + between, y, z)};
}

QFont wordsFont() {
    QFont font = QApplication::font();
    font.setPixelSize(11);
    return font;
}

void drawName(QPainter& painter, const QPointF& corner, const QString& words) {
    painter.setFont(wordsFont());
    const QRectF box(corner + QPointF(5, 5), QSizeF(QFontMetrics(wordsFont()).horizontalAdvance(words) + 10, 18));
    painter.fillRect(box, QColor(15, 17, 20, 190));
    painter.setPen(Qt::white);
    painter.drawText(box, Qt::AlignCenter, words);
}

/// In the free corner: where the slices are, and how large the ring is.
QString wordsOf(const Voxel& at, const Spacing& spacing, const LengthScale& rMax) {
    QString words = QObject::tr("slices through voxel x %1, y %2, z %3").arg(at[0]).arg(at[1]).arg(at[2]);
    if (!rMax.isFound()) return words;
    const double perPx = spacing.isInUm ? spacing.perPx() : 1;
    const Unit unit = lengthUnit(spacing.isInUm, rMax.px * perPx);
    const auto inUnit = [&](double px) { return px * perPx * unit.perBase; };
    return words + '\n' +
           QObject::tr("ring: %1 = %2").arg(rMaxText(), withError(inUnit(rMax.px), inUnit(rMax.errorPx), unit.name));
}

}  // namespace

Figure slicesFigure(PreviewPointer preview, const Voxel& at, const Spacing& spacing, bool withRing,
                    std::shared_ptr<const FrameFlow> flow, const FlowSeen& seen) {
    const VoxelBox kept = preview->kept;
    const VolumeSize size = kept.size;
    const std::array<int, 3> from = {kept.x, kept.y, kept.z};
    Voxel cutAt = at;
    for (std::size_t axis = 0; axis < cutAt.size(); ++axis)
        cutAt[axis] = std::clamp(at[axis], from[axis], from[axis] + lengthAlong(size, axis) - 1);
    const std::array<double, 3> length = {size.width * 1.0, size.height * spacing.y / spacing.x,
                                          size.depth * spacing.z / spacing.x};
    return {
        [brick = preview->brick, levels = preview->levels, at = cutAt, from, size, spacing, length,
         over = flow ? flowSlicesThrough(std::move(flow), seen, cutAt, false) : nullptr,
         rMax = withRing ? preview->lengths.rMax : LengthScale{}](QCPPainter& painter, const QSize& pixels) {
            const std::array<QRectF, 3> places = placesIn(pixels, length);
            const double perSide = places[0].width() / length[0];  // px of the figure for a voxel's width
            const double perPx = perSide * spacing.perPx() / spacing.x;
            const std::array<double, 3> side = {1, spacing.y / spacing.x, spacing.z / spacing.x};
            Calibration alongX;
            if (spacing.isInUm) alongX = {spacing.x, spacing.x, {}};
            painter.setRenderHint(QPainter::Antialiasing);
            for (std::size_t i = 0; i < places.size(); ++i) {
                const SlicePlane& plane = slicePlanes[i];
                const QRectF& place = places[i];
                painter.save();
                painter.setClipRect(place, Qt::IntersectClip);
                painter.setRenderHint(QPainter::SmoothPixmapTransform);
                painter.drawImage(place, slicePicture(*brick, plane, at[plane.through], levels)
                                             .copy(from[plane.across], from[plane.down], lengthAlong(size, plane.across),
                                                   lengthAlong(size, plane.down)));
                if (over) {
                    QTransform toPlace;
                    toPlace.translate(place.x(), place.y());
                    toPlace.scale(side[plane.across] * perSide, side[plane.down] * perSide);
                    paintFlowSlice(painter, over->planes[i], QPointF(), toPlace, place, flowArrowFactor(*over->flow, perPx),
                                   true);
                }
                const QPointF cut(place.x() + (at[plane.across] - from[plane.across] + 0.5) * side[plane.across] * perSide,
                                  place.y() + (at[plane.down] - from[plane.down] + 0.5) * side[plane.down] * perSide);
                for (const auto& [colour, width] : {std::pair{QColor(0, 0, 0, 110), 2.0}, {QColor(255, 255, 255, 200), 0.8}}) {
                    painter.setPen(QPen(colour, width));
                    painter.drawLine(QPointF(place.left(), cut.y()), QPointF(place.right(), cut.y()));
                    painter.drawLine(QPointF(cut.x(), place.top()), QPointF(cut.x(), place.bottom()));
                }
                painter.setBrush(Qt::NoBrush);
                const double radius = rMax.px * perPx;
                for (const auto& [colour, width] : {std::pair{QColor(0, 0, 0, 166), 4.5}, {Theme::light().ring, 2.0}}) {
                    if (!rMax.isFound()) break;
                    painter.setPen(QPen(colour, width));
                    painter.drawEllipse(cut, radius, radius);
                }
                drawName(painter, place.topLeft(), plane.name);
                const double across = length[plane.across];
                if (place.height() > 60) drawScaleBar(painter, place.toRect(), static_cast<int>(across), alongX);
                if (over && i == 0) paintFlowLegend(painter, place.bottomLeft() + QPointF(6, -6), *over, perPx);
                painter.restore();
            }
            const QRectF corner(places[2].left(), 0, pixels.width() - places[2].left(), places[2].top() - between);
            painter.setFont(wordsFont());
            painter.setPen(Theme::light().ink2);
            const QString facts = over ? '\n' + flowFacts(*over->flow).front() : QString();
            painter.drawText(corner, Qt::AlignLeft | Qt::AlignBottom | Qt::TextWordWrap, wordsOf(at, spacing, rMax) + facts);
        },
        (length[1] + length[2]) / (length[0] + length[1])};
}

Figure planesFigure(PreviewPointer preview, const Spacing& spacing, const MapLook& look) {
    return {[preview = std::move(preview), spacing, look](QCPPainter& painter, const QSize& pixels) {
                QCustomPlot plot;
                plot.resize(pixels);
                PlanesPlot content(&plot, Theme::light());
                content.nameEverything();
                content.show(*preview->c3d, preview->lengths.rMax, spacing, look);
                plot.setViewport(QRect({}, pixels));
                content.layOut(pixels);
                plot.toPainter(&painter, pixels.width(), pixels.height());
            },
            0.92};
}

}  // namespace coarsen::window
