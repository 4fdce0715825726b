// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/image.hpp"

#include <limits>

namespace coarsen {

/// A rectangle of pixels; empty: the whole image.
struct PixelRect {
    int x = 0, y = 0, width = 0, height = 0;
    bool isEmpty() const { return width <= 0 || height <= 0; }
    bool operator==(const PixelRect&) const = default;
};

/// How far a frame's content lies from the reference's.
struct FrameDrift {
    static constexpr double nan = std::numeric_limits<double>::quiet_NaN();

    double xPx = 0, yPx = 0;  ///< right of it, and below
    double rotationDeg = 0;   ///< turned about the picture's centre, from x towards y (down)
    double errorXPx = nan, errorYPx = nan, rotationErrorDeg = nan;  ///< standard errors of the three; NaN: not known
};

/// What travels through the steps: one picture with its valid pixels. A step returns a new Frame and never touches its input.
struct Frame {
    int index = 0;
    double timeS = std::numeric_limits<double>::quiet_NaN();
    Image image;  ///< 1 channel from the grey step on
    Mask mask;
    FrameDrift drift;              ///< that stabilise has moved it back by
    int originX = 0, originY = 0;  ///< where the image's first pixel lies in the uncropped frame
    int bitsPerSample = 8;         ///< of the raw image, for thresholds in camera units: the brightest value is 2^bits - 1
    bool hasAlpha = false;         ///< before grey: the last channel is opacity
    double greyUnit = 1;           ///< what 1 in `image` stands for in the file; not 1 only for floats far from 1 (see rawFrame)
    bool isLightSubtracted = false;  ///< flatten was to divide by the light, but black is not 0 here
};

/// Part of the image that is not masked, 0 to 1.
double validFraction(const Frame& frame);

/// Mean over the valid pixels, NaN without any.
double validMean(const Frame& frame);

}  // namespace coarsen
