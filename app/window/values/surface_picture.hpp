// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/surface_scene.hpp"

#include <QColor>
#include <QImage>

#include <array>
#include <stop_token>
#include <vector>

namespace coarsen::window {

/// Direction from which a surface is seen.
struct SurfaceTurn {
    double azimuthDeg = 35, elevationDeg = 24, zoom = 1;

    bool operator==(const SurfaceTurn&) const = default;
};

/// As what it is seen.
struct SurfaceSeen {
    SurfaceColour colour = SurfaceColour::mean;
    SurfaceTurn turn;
    bool isBefore = false;  ///< as it was before it was denoised

    bool operator==(const SurfaceSeen&) const = default;
};

struct SurfaceLook {
    SurfaceColour colour = SurfaceColour::mean;
    double most = 1;            ///< the colours end at -most and most, in px
    std::vector<QRgb> colours;  ///< from -most to most
    QRgb plain = 0xFFC9CED6, inside = 0xFF8B7A69, unknown = 0xFF8E939B, box = 0xFF888888, background = 0xFF000000;
    int finer = 1;  ///< drawn so many times as large, and averaged
};

/// All that a picture is made from.
struct SurfaceDrawing {
    std::shared_ptr<const SurfaceScene> scene;
    SurfaceLook look;
    SurfaceTurn turn;
    QSize size;
};

/// The surface, shaded by lamps that stay where the eye is, with the volume's edges: by one thread and without a graphics card.
/// The side that looks into the phase has a colour of its own. A null image after a stop.
QImage surfacePicture(const SurfaceScene& scene, const SurfaceLook& look, const SurfaceTurn& turn, const QSize& size,
                      std::stop_token stop = {});

}  // namespace coarsen::window
