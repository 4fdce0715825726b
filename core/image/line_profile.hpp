// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/image.hpp"

#include <vector>

namespace coarsen {

/// Where a line begins and ends, in pixels: the first pixel's middle is at (0.5, 0.5).
struct PixelLine {
    double x1 = 0, y1 = 0, x2 = 0, y2 = 0;
    double lengthPx() const;
};

/// Grey values along a line, at evenly spaced places from its beginning to its end, no farther apart than a pixel.
struct LineProfile {
    std::vector<double> x, y;   ///< where, in pixels
    std::vector<double> value;  ///< bilinear between the middles of pixels; NaN outside of the image
};

/// The line is given in the coordinates in which the image's first pixel lies at (originX, originY). The value of a colour image
/// is the mean of its first `channels` channels; 0: of all.
LineProfile lineProfile(const Image& image, const PixelLine& line, int originX = 0, int originY = 0, int channels = 0);

}  // namespace coarsen
