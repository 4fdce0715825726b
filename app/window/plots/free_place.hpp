// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPolygonF>
#include <QRectF>

#include <vector>

namespace coarsen::window {

/// How many pixels of the lines lie inside.
double coveredLength(const QRectF& block, const std::vector<QPolygonF>& lines);

/// Of the corners where a block of words may stand, the first of those that cover least of the lines.
QPointF freePlace(const QSizeF& block, const std::vector<QPointF>& corners, const std::vector<QPolygonF>& lines);

}  // namespace coarsen::window
