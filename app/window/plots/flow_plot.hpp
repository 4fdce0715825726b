// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/comparison.hpp"

#include <QLineF>
#include <QPainterPath>
#include <QRect>

class QPainter;

namespace coarsen::window {

/// The frame as large as the place lets it be, with an arrow from where each patch was to where it is now; doubtful ones are
/// pale. Arrows that would be too short to be seen are drawn longer by a round factor, which is said in a corner.
void drawFlow(QPainter& painter, const QRect& place, const Comparison& comparison);

/// With its head at the end.
QPainterPath arrowPath(const QLineF& line);

/// By how much arrows are drawn longer than the moves are: 1, 2, 5, 10, ...
int arrowFactor(const Comparison& comparison);

}  // namespace coarsen::window
