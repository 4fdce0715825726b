// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/figures/flow_figures.hpp"

#include "app/window/figures/volume_figures.hpp"
#include "app/window/plots/flow_marks.hpp"
#include "app/window/theme/theme.hpp"

#include <QApplication>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace coarsen::window {

namespace {

constexpr int factsHigh = 20;  // px of the figure, below the picture

/// The frame with the flow over it; its numbers stand below.
Figure pictureFlowFigure(const Preview& preview, std::shared_ptr<const FlowSlices> slices, const Calibration& calibration) {
    const QImage picture = preview.stages->back().picture;
    return {[picture, slices = std::move(slices), calibration](QCPPainter& painter, const QSize& pixels) {
                const QRect place(0, 0, pixels.width(), pixels.height() - factsHigh);
                painter.setRenderHint(QPainter::SmoothPixmapTransform);
                painter.drawImage(place, picture);
                QTransform toPlace;
                toPlace.scale(place.width() / double(picture.width()), place.height() / double(picture.height()));
                const double perPx = toPlace.m11() * std::sqrt(calibration.aspect());
                paintFlowSlice(painter, slices->planes[0], QPointF(), toPlace, place, flowArrowFactor(*slices->flow, perPx),
                               true);
                paintFlowLegend(painter, QPointF(8, place.bottom() - 7), *slices, perPx);
                drawScaleBar(painter, place, picture.width(), calibration);
                QFont font = QApplication::font();
                font.setPixelSize(11);
                painter.setFont(font);
                painter.setPen(Theme::light().ink2);
                const QFontMetrics metrics(font);
                const QStringList facts = flowFacts(*slices->flow);
                const auto fitting = std::ranges::find_if(
                    facts, [&](const QString& words) { return metrics.horizontalAdvance(words) <= pixels.width(); });
                painter.drawText(QRect(0, place.bottom() + 1, pixels.width(), factsHigh), Qt::AlignLeft | Qt::AlignVCenter,
                                 fitting == facts.end() ? facts.back() : *fitting);
            },
            picture.height() * calibration.aspect() / picture.width() + 0.04};
}

}  // namespace

Figure flowFigure(PreviewPointer preview, std::shared_ptr<const FrameFlow> flow, const FlowSeen& seen,
                  const Calibration& calibration, const std::optional<Voxel>& at) {
    if (!flow->isPicture)
        return slicesFigure(preview, within(preview->brick->size, at.value_or(middleOf(preview->brick->size))),
                            preview->spacing(calibration), false, std::move(flow), seen);
    return pictureFlowFigure(*preview, flowSlicesThrough(std::move(flow), seen, {}, false), calibration);
}

}  // namespace coarsen::window
