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

/// What travels through the steps: one picture with its valid pixels. A step returns a new Frame and never touches its input.
struct Frame {
    int index = 0;
    double timeS = std::numeric_limits<double>::quiet_NaN();
    Image image;  ///< 1 channel from the grey step on
    Mask mask;
    Mask userMask;           ///< where the user's own dust (a file's, painted) is not: known before any step, until dust is
    Image seriesMedian;      ///< of the frames before the dust step, in units of their contrast; empty until surveyed
    double shiftXPx = 0;     ///< how far this frame's content sits right of the reference; removed by stabilise
    double shiftYPx = 0;     ///< ... and down
    double rotationDeg = 0;  ///< and is turned about the picture's centre, from x towards y (down)
    double shiftErrorXPx = std::numeric_limits<double>::quiet_NaN();  ///< standard errors of the three; NaN: not known
    double shiftErrorYPx = shiftErrorXPx, rotationErrorDeg = shiftErrorXPx;
    int originX = 0, originY = 0;  ///< where the image's first pixel lies in the uncropped frame
    int bitsPerSample = 8;         ///< of the raw image, for thresholds in camera units: the brightest value is 2^bits - 1
    bool hasAlpha = false;         ///< before grey: the last channel is opacity
    double greyUnit = 1;           ///< what 1 in `image` stands for in the file; not 1 only for floats far from 1 (see rawFrame)
    bool isLightSubtracted = false;  ///< flatten was to divide by the light, but black is not 0 here
    PixelRect kept;                  ///< what the crop will leave: light and dust are judged by it alone
};

/// The frame's mask without the user's own dust and what the crop will cut away: the pixels that light, dust and drift are judged
/// by.
Mask validAndKept(const Frame& frame);

/// The pixels that are neither masked nor the user's own dust, also where the crop will cut away.
Mask validAndUsers(const Frame& frame);

/// Part of the image that is not masked, 0 to 1.
double validFraction(const Frame& frame);

/// Mean over the valid pixels, NaN without any.
double validMean(const Frame& frame);

}  // namespace coarsen
