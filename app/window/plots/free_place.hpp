// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPolygonF>
#include <QRectF>

#include <vector>

namespace coarsen::window {

/// How many pixels of the lines lie inside.
double coveredLength(const QRectF& block, const std::vector<QPolygonF>& lines);

/// Corner where a block of words covers least of the lines; the first of several.
QPointF freePlace(const QSizeF& block, const std::vector<QPointF>& corners, const std::vector<QPolygonF>& lines);

}  // namespace coarsen::window
