// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/theme/theme.hpp"
#include "app/window/values/surface_picture.hpp"

#include <QRect>
#include <QString>

class QPainter;

namespace coarsen::window {

QString nameOf(SurfaceColour colour);  ///< "H", "K", "plain"

/// How a surface is drawn: colours to the curvature that 99 % of its area lies within.
SurfaceLook surfaceLook(const SurfaceAnswer& answer, SurfaceColour colour, const Theme& theme);

/// How the area is shared out over the curvature that the colours say, over the colours themselves with their unit: the legend.
/// Nothing of a plain surface.
void paintCurvatureLegend(QPainter& painter, const QRect& place, const SurfaceAnswer& answer, SurfaceColour colour,
                          const Theme& theme);

/// "S_V 0.43 ± 0.01 /µm · χ −142 ± 4 · 2 pieces".
QString surfaceFacts(const SurfaceFacts& facts, const Spacing& spacing);

}  // namespace coarsen::window
