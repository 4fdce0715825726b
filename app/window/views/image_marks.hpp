// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/stage_picture.hpp"
#include "core/series/calibration.hpp"

#include <QPoint>
#include <QString>

class QColor;
class QPainter;
class QPolygonF;
class QRectF;
class QSize;
class QTransform;

namespace coarsen::window {

// What is painted on the frame. Places and lengths are in logical pixels of the screen unless they are named otherwise.

/// The dark casing that makes a bright line readable on any image.
QColor markShadow();

/// A stage with the dust over it; what a cropped stage left out stands dimmed around it. `t` maps frame pixels to the screen.
void paintStage(QPainter& painter, const std::vector<StagePicture>& stages, const StagePicture& shown, const QTransform& t,
                const QRect& area, bool isSmooth, bool isDustShown);

/// White words on a dark plate; `corner` is its upper left, or its upper right.
void paintTag(QPainter& painter, const QString& text, const QPoint& corner, bool right = false);

void paintWipeLine(QPainter& painter, int x, int height);
void paintCropEdge(QPainter& painter, const QRectF& frame, const QRectF& crop, bool isEdited);
void paintGauge(QPainter& painter, const QPointF& at, double radius, const QString& text, int viewWidth);
void paintStroke(QPainter& painter, const QPolygonF& path, double width, bool isDust);
void paintBrushCircle(QPainter& painter, const QPointF& at, double rx, double ry, bool isDust);
void paintCross(QPainter& painter, const QPointF& at);

/// 1, 2 or 5 times a power of ten of the unit, about a seventh of `seen` long, which is what is in sight of the image: in its
/// lower right corner. None where the bar has no room in it.
void paintScaleBar(QPainter& painter, const QRect& seen, const Calibration& calibration, double zoom);

/// Scale bar with its words before it, at the right end of a strip beside the image, which stays uncovered: `seen` px of it
/// are in sight. Returns where it begins; the strip's end where it has no room.
int paintScaleInStrip(QPainter& painter, const QRect& strip, int seen, const Calibration& calibration, double zoom);

}  // namespace coarsen::window
