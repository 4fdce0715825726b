// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What makes a pixel a speck's (speckSeeds). Plain numbers in C++17: devices compile this, too.

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace coarsen {

/// Beyond which grey values a pixel may be a speck's, and what step is an edge.
struct SpeckLimits {
    double low = 0, high = 0;
    double steps[2] = {0, 0};  ///< by spacing, see speckSpacings
    bool areKnown = false;     ///< false: the picture has hardly any grey values to judge by
};

/// Second differences (f(p) - f(p + s d)) - (f(p + s d) - f(p + 2 s d)) at these spacings s: of sharp specks in fine patterns,
/// and of specks that are out of focus by a pixel.
inline constexpr int speckSpacings[] = {1, 2};
inline constexpr double speckStepPercentile = 90;

/// From the picture's 10th and 90th percentiles and the 90th of the steps' sizes at either spacing.
constexpr SpeckLimits speckLimits(double p10, double p90, const double (&steps)[2], double strength) {
    constexpr double margin = 0.125;   // of P90 - P10, beyond these two
    constexpr double leastStep = 0.1;  // of P90 - P10: of a picture that is flat nearly everywhere
    const double range = p90 - p10;
    SpeckLimits limits{p10 - margin * range, p90 + margin * range, {}, range > 0};
    for (int k = 0; k < 2; ++k)
        limits.steps[k] = std::max(strength * steps[k], leastStep * range);  // foam has some of 0.8 times that
    return limits;
}

/// Side of the distribution on which a pixel may be a speck's.
enum class SpeckSide : std::uint8_t { none, bright, dark };
constexpr SpeckSide speckSide(double value, const SpeckLimits& limits) {
    return value > limits.high ? SpeckSide::bright : value < limits.low ? SpeckSide::dark : SpeckSide::none;
}

constexpr float secondDifference(float here, float near, float far) {
    return (here - near) - (near - far);
}

/// (x, y) of the directions looked into; those of the first half are looked into from the last pixel to the first.
inline constexpr int speckDirections[8][2] = {{1, 0}, {-1, 1}, {0, 1}, {1, 1}, {-1, 0}, {1, -1}, {0, -1}, {-1, -1}};

/// True where so many of the eight directions lead to an edge: three in four of those that do not lead out of the picture.
constexpr bool isSpeck(int edges, int borders) {
    return edges >= 3 && 4 * edges >= 3 * (8 - borders);
}

inline constexpr int speckNeighbours = 6;  ///< of 3 x 3 pixels, itself counted: a noisy pixel stands alone

/// True where so many of the judged pixels on one side are specks': more than a twentieth is a phase of the pattern.
constexpr bool areSpecks(std::size_t count, std::size_t judged) {
    constexpr double most = 0.05;
    return count > 0 && !(static_cast<double>(count) > most * static_cast<double>(judged));
}

}  // namespace coarsen
