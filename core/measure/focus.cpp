// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/focus.hpp"

#include "core/measure/maxima.hpp"

#include <cmath>
#include <numbers>

namespace coarsen {

namespace {

constexpr double waveOfOneLength = 2 * std::numbers::pi * 1.1166;  // its q R_max (science/definitions.md)

/// -d C1D / d R^2 at R = 0, of A + b R^2 + c R^4 through R = 2, 3 and 4 px.
double curvatureAtOrigin(const RadialProfile& profile) {
    const double first = (profile.value[3] - profile.value[2]) / 5, second = (profile.value[4] - profile.value[3]) / 7;
    return -(first - 13 * (second - first) / 12);
}

/// Rise of a ring of that relative width: C1D at its maximum less C1D at its minimum, J0 at their places times the fall of its
/// waves' coherence.
double riseOfRing(double width) {
    constexpr double atMaximum = 0.3001, atMinimum = 0.4028, placeOfMaximum = 7.0156, placeOfMinimum = 3.8317;
    const auto fall = [width](double place) { return std::exp(-place * place * width * width / 2); };
    return atMaximum * fall(placeOfMaximum) + atMinimum * fall(placeOfMinimum);
}

double widthOfRise(double rise) {
    double low = 0, high = 1;
    for (int halving = 0; halving < 30; ++halving) {
        const double middle = (low + high) / 2;
        (riseOfRing(middle) > rise ? low : high) = middle;
    }
    return low;
}

}  // namespace

Focus focusOf(const RadialProfile& profile, double rMaxPx) {
    Focus focus;
    if (profile.size() < 5) return focus;
    const double amplitude = noiseFreeAmplitude(profile);
    focus.contrast = std::sqrt(profile.variance * amplitude);
    if (!(rMaxPx > 0)) return focus;
    focus.sharpness = std::sqrt(4 * curvatureAtOrigin(profile) / amplitude) * rMaxPx / waveOfOneLength;
    focus.width = widthOfRise(relativeRise(profile, rMaxPx));
    return focus;
}

}  // namespace coarsen
