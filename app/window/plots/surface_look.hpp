// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/theme/theme.hpp"
#include "app/window/values/surface_picture.hpp"

#include <QRect>
#include <QString>

class QPainter;

namespace coarsen::window {

QString nameOf(SurfaceColour colour);  ///< "H", "K", "noise", "moved", "plain"

/// Why a surface cannot be coloured so; empty: it can, or will once it is asked for.
QString whyNot(SurfaceColour colour, const ShownSurface& surface);
QString whyNotBefore(const ShownSurface& surface);  ///< why it cannot be shown before it was denoised

/// How a surface is drawn: colours to what 99 % of it lies within. Plain where it does not have what they would say.
SurfaceLook surfaceLook(const SurfaceSide& side, SurfaceColour colour, const Theme& theme);

/// How the area is shared out over what the colours say, over the colours themselves with their unit: the legend. Nothing of a
/// plain surface.
void paintSurfaceLegend(QPainter& painter, const QRect& place, const ShownSurface& surface, const SurfaceSeen& seen,
                        const Theme& theme);

/// "S_V 0.43 ± 0.01 /µm · χ −142 ± 4 · 2 pieces".
QString surfaceFacts(const SurfaceFacts& facts, const Spacing& spacing);
/// "before denoising · S_V 0.45 /µm".
QString factsBefore(const SurfaceAnswer& answer, const Spacing& spacing);
QString surfaceInShort(const SurfaceFacts& facts, const Spacing& spacing);  ///< "S_V 0.43/µm · χ −142"

}  // namespace coarsen::window
