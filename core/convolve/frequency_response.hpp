// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/convolve/filter.hpp"

#include <vector>

namespace coarsen {

/// How much of waves of a length a filter passes: the azimuthal average of its Fourier transform's modulus, 1 at its largest. q
/// in radians per pixel, up to pi.
struct FrequencyResponse {
    std::vector<double> q, value;
};

/// `aspect`: pixel height over width; q is then per pixel of width sqrt(px py), as in StructureFactor. Empty for taps that are
/// all 0.
FrequencyResponse frequencyResponse(const Filter& filter, double aspect = 1);

}  // namespace coarsen
