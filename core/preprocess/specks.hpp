// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preprocess/frame.hpp"

#include <cstdint>
#include <vector>

namespace coarsen {

/// Beyond which grey values a pixel may be a speck's, and what step is an edge.
struct SpeckLimits {
    double low = 0, high = 0;
    double steps[2] = {0, 0};  ///< by spacing, see speckSpacings
    bool areKnown = false;     ///< false: the picture has hardly any grey values to judge by
};

/// Specks by their edge, where grey alone does not tell: a pixel in the outermost grey values of the picture is a speck's when in
/// most directions the picture falls off steeply before it comes back to what is usual, at the place where it leaves the speck. A
/// pattern's own bright and dark places have round tops: there it falls ever more steeply (second difference below 0), at a
/// speck's edge first steeply, then not (above 0). Steep is what is rare in the picture itself, so white noise, sharp walls and
/// two-level pictures raise the limit by themselves; and the ends of the distribution are those of its inner 80 %, which specks
/// on either side cannot reach. 1 where a seed of a speck is, 0 elsewhere; empty without any.
std::vector<std::uint8_t> speckSeeds(const Frame& frame, const Mask& judged, const SpeckLimits& limits);

/// From the picture's 10th and 90th percentiles and the 90th of the steps' sizes at either spacing.
SpeckLimits speckLimits(double p10, double p90, const double (&steps)[2], double strength);

// How, for a device that does it by itself:

/// Second differences (f(p) - f(p + s d)) - (f(p + s d) - f(p + 2 s d)) at these spacings s: of sharp specks in fine patterns,
/// and of specks that are out of focus by a pixel.
inline constexpr int speckSpacings[] = {1, 2};
inline constexpr double speckStepPercentile = 90;

/// (x, y) of the directions looked into; those of the first half are looked into from the last pixel to the first.
inline constexpr int speckDirections[8][2] = {{1, 0}, {-1, 1}, {0, 1}, {1, 1}, {-1, 0}, {1, -1}, {0, -1}, {-1, -1}};

/// Whether so many of the eight directions lead to an edge: three in four of those that do not lead out of the picture.
constexpr bool isSpeck(int edges, int borders) {
    return edges >= 3 && 4 * edges >= 3 * (8 - borders);
}

inline constexpr int speckNeighbours = 6;   ///< of 3 x 3 pixels, itself counted: a noisy pixel stands alone
inline constexpr double mostSpecks = 0.05;  ///< of the judged pixels on one side; more is a phase of the pattern

}  // namespace coarsen
