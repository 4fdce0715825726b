// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/radial_profile.hpp"

#include <cstddef>
#include <vector>

namespace coarsen {

/// A maximum of C1D beyond its central peak, ripples on its top taken together (science/definitions.md).
struct ProfileMaximum {
    std::size_t sample = 0;   ///< the highest of them
    double rise = 0;          ///< C1D above its lowest value before
    double significance = 0;  ///< T: the rise in units of what chance gives, of all its ripples the greatest
    double localRise = 0;     ///< C1D above its lowest value since the maximum before
    bool isAtEnd = false;     ///< C1D still rises at the end of the range: no maximum yet
};

/// From this T on a maximum is significant: of 1,500 structureless images none reached 0.8, of rings few had less.
constexpr double significantRise = 1;

/// C1D's value at R = 0 without the spike of white noise there: A + b R^2 + c R^4 through R = 2, 3 and 4 px, at most 1.
double noiseFreeAmplitude(const RadialProfile& profile);

/// How far C1D at `px` stands above its lowest value before, on the scale of the noise-free amplitude; of a C1D whose mean was
/// left in and that is bracketed by another, of the pattern's part of it.
double relativeRise(const RadialProfile& profile, double px);

/// The largest scatter of C2D along a circle from 2 px to `px`, on the scale of the noise-free amplitude; 0 where the profile
/// does not know it. `directional`: beyond what chance gives an isotropic pattern.
struct Directions {
    double scatter = 0;
    bool isDirectional = false;
};
Directions directionsOf(const RadialProfile& profile, double px);

/// T = rise / sqrt(A^2 R^2 / n0 + 144 (1 - A) / (pi R n0)), A the noise-free amplitude, n0 the image's valid pixels: without
/// noise rise sqrt(Nd) / A; the second term is what white noise adds. Of a volume R^3 and 2 pi R^2 stand for R^2 and pi R.
/// Infinite where the profile does not know its pairs.
double significanceOf(double rise, std::size_t sample, const RadialProfile& profile);

/// All maxima of the profile that stand `prominence` above the lowest value before, by radius. The profile is defined everywhere
/// (see definedPart).
std::vector<ProfileMaximum> maximaOf(const RadialProfile& profile, double prominence);

/// Maxima that R_max might be as well, to be shown beside it: farther than 8 % from `rMaxPx` (NaN: none was found), a
/// hundredth high and half of what is significant.
std::vector<ProfileMaximum> competingMaxima(const RadialProfile& profile, double rMaxPx, double prominence);

}  // namespace coarsen
