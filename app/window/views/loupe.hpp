// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/stage_picture.hpp"

#include <QPoint>
#include <QRect>
#include <QSize>

class QPainter;

namespace coarsen::window {

/// The grey value at a pixel of the uncropped frame as text: whole where the camera gave whole numbers, all channels of a colour
/// image, "–" outside of the stage.
QString greyText(const StagePicture& stage, const QPoint& pixel);

/// Beside the mouse, where there is room for it.
QRect loupeBox(const QPointF& mouse, const QSize& view);

/// The pixels around one, each `pixelSize` on the screen, not smoothed; a cross, the pixel's place and its value.
void paintLoupe(QPainter& painter, const QRect& box, const std::vector<StagePicture>& stages, const StagePicture& shown,
                const QPoint& pixel, const QSizeF& pixelSize, bool isDustShown);

}  // namespace coarsen::window
