// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/image.hpp"

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace coarsen {

/// No frame in particular, where a number of one is asked for.
inline constexpr int anyFrame = -1;

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
    double zPx = 0, errorZPx = nan;                                 ///< of a volume: slices behind it
};

/// Planes of the file beside the grey picture made of it: its colours, or the channels of its stack. They go through the same
/// steps: what finds something looks at grey, what changes values acts on each, and one mask holds for all.
struct FilePlanes {
    std::vector<Image> images;  ///< one channel each, without opacity, of the grey picture's size; empty: nobody asked for them
    bool areColours = false;    ///< red, green and blue
    bool areLinear = false;     ///< proportional to the light, not sRGB
    double white = 1;           ///< their full scale
};

/// A picture's field of axes in three numbers (Channels makes the field).
struct OrientationFacts {
    static constexpr double nan = std::numeric_limits<double>::quiet_NaN();

    double orderParameter =
        nan;                   ///< S = |mean(cos 2 theta, sin 2 theta)|: 1 where all axes are the same, 0 where none is preferred
    double coherenceMean = 0;  ///< 0 to 1
    double axisDeg = nan;      ///< of that mean, from x towards y (down), -90 to 90

    bool areThere() const { return orderParameter == orderParameter; }  ///< any axis was found
};

/// Picture with its valid pixels that travels through the steps. A step returns a new Frame and never touches its input.
struct Frame {
    int index = 0;
    double timeS = std::numeric_limits<double>::quiet_NaN();
    Image image;  ///< 1 channel from the grey step on, those that are correlated from the step channels on
    Mask mask;
    FrameDrift drift;              ///< that stabilise has moved it back by
    int originX = 0, originY = 0;  ///< where the image's first pixel lies in the uncropped frame
    int bitsPerSample = 8;         ///< of the raw image, for thresholds in camera units: the brightest value is 2^bits - 1
    bool hasAlpha = false;         ///< before grey: the last channel is opacity
    double greyUnit = 1;           ///< what 1 in `image` stands for in the file; not 1 only for floats far from 1 (see rawFrame)
    double smoothingPx = 0;        ///< what the image's channels were smoothed by, if by anything (channels.scale)
    bool isLightSubtracted = false;               ///< flatten was to divide by the light, but black is not 0 here
    FilePlanes planes;                            ///< from grey to channels; before grey the stack's further channels
    std::optional<OrientationFacts> orientation;  ///< where channels has made axes of the picture
    std::vector<std::string> channelNames = {};   ///< from channels on: "a*", "cos 2θ", "channel 3"; empty: grey
};

/// The frame with one of its planes for a picture.
Frame planeOf(const Frame& frame, std::size_t plane);

/// The pixels that are valid in both.
Mask validInBoth(const Mask& a, const Mask& b);

/// Part of the image that is not masked, 0 to 1.
double validFraction(const Frame& frame);

/// Mean over the valid pixels, NaN without any.
double validMean(const Frame& frame);

}  // namespace coarsen
