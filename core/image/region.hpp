// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/image.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace coarsen {

/// One shape of a region, which adds to those before it or takes away from them. Coordinates are those of pixels' corners, as a
/// crop's: the rectangle 10,10 200,100 covers the pixels 10 to 209 across. A pixel is in it where its centre is.
struct RegionShape {
    enum class Kind { rectangle, ellipse, polygon };
    static constexpr int everyFrame = -1;
    struct Point {
        double x = 0, y = 0;
        bool operator==(const Point&) const = default;
    };

    Kind kind = Kind::polygon;
    bool adds = true;
    /// A polygon's corners, at least three, the last one joined to the first; of a rectangle the upper left corner and the size;
    /// of an ellipse the centre and the two half-axes, across and down.
    std::vector<Point> points;
    int frame = everyFrame;  ///< the only frame that it holds for

    bool holdsFor(int aFrame) const { return frame == everyFrame || frame == aFrame; }
    bool operator==(const RegionShape&) const = default;
};
using Region = std::vector<RegionShape>;
std::string_view nameOf(RegionShape::Kind kind);  ///< "rectangle", "ellipse", "polygon"

/// "+polygon 10,10 200,10 100,180; -ellipse @12 50,50 20,10": sign, kind, frame unless every one, points. Empty for no shape.
std::string textOf(const Region& region);

/// Throws SettingError naming `key`: no shapes, one without an extent, more than 10,000 shapes or 1,000,000 points.
Region regionFrom(std::string_view text, const std::string& key);

/// Throws SettingError: too few points, one that is not finite or farther than 1,000,000 px, no extent.
void requireUsable(const RegionShape& shape, const std::string& key);

/// True where there is no shape, or one that holds for that frame.
bool isDrawnFor(int frame, const Region& region);
/// True where a shape holds for one frame only.
bool differsByFrame(const Region& region);

/// The pixels of a picture that are in the region: the shapes of that frame in their order, beginning with nothing, or with all
/// where the first one takes away. All valid for no shape.
Mask maskOf(const Region& region, int width, int height, int frame = RegionShape::everyFrame);

/// The smallest rectangle of whole pixels that holds every shape of that frame that adds; all of the picture where the first
/// takes away, and for no shape.
struct PixelBox {
    int x = 0, y = 0, width = 0, height = 0;
};
PixelBox boxOf(const Region& region, int width, int height, int frame = RegionShape::everyFrame);

/// Rectangles of all frames that a shape holds for, px.
std::vector<PixelBox> boxesOf(const Region& region, int width, int height);

}  // namespace coarsen
