// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a picture's sums say of its light (degreeOfLight, doesLightMultiply). Plain numbers in C++17: devices compile this, too.

#include <algorithm>

namespace coarsen {

inline constexpr int highestDegreeOfLight = 4, degreesOfPattern = 6;

/// From each degree's share of the sum of squares, in orthogonal polynomials, and that sum.
constexpr int degreeOfLight(const double (&shares)[degreesOfPattern + 1], double squares) {
    constexpr double leastShare = 0.05, timesPattern = 1.5;
    double light = 0;
    for (const double share : shares)
        light += share;
    const double pattern = squares - light;
    const double least = std::max(leastShare * leastShare * pattern, timesPattern * timesPattern * (shares[5] + shares[6]) / 2);
    for (int degree = highestDegreeOfLight; degree > 0; --degree)
        if (shares[degree] > least) return degree;
    return 0;
}

/// Light near or below 0 (there is none) counts as this part of its mean where it is divided by.
inline constexpr double leastLight = 0.05;
constexpr double relativeLight(double light, double mean) {
    const double relative = light / mean;
    return relative < leastLight ? leastLight : relative;  // std::max takes its address, and a device has none
}

/// A pixel's distance from the background, held at 2.5 times the mean one against specks.
constexpr double heldDistance(double distance, double mean) {
    return std::min(distance, 2.5 * mean);
}

/// From the relative light's geometric mean and the mean held distances, of the pixels as they are and divided by that light.
constexpr bool doesLightMultiply(double geometricMean, double dividedDistance, double distance) {
    constexpr double leastAdvantage = 0.001;
    return !(geometricMean * dividedDistance > (1 + leastAdvantage) * distance);
}

/// True where background of that mean is light to divide by, for pixels of that mean size.
constexpr bool isEnoughLight(double background, double pixels) {
    return background > 0.02 * pixels;
}

}  // namespace coarsen
