// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/radial_profile.hpp"

#include <optional>
#include <span>

namespace coarsen {

/// Shares of C2D(0, 0) in C1D at R = 0, 1/4, 1/2 ... 4 px, of square pixels: 1 at 0, and with it the spike of white noise.
std::span<const double> sharesOfOrigin();

/// Heights that C1D has at R = 0 without the spike of white noise, by least squares of even powers of R, up to the second, the
/// fourth and the sixth, to C1D at quarter pixels from 1 to 3 px. Of a field that is smooth over a pixel they soon agree, of one
/// with sharp edges slowly.
struct EvenHeights {
    double toSecond = 0, toFourth = 0, toSixth = 0;
};

/// None of a volume or where C1D at quarter pixels ends before 4 px.
std::optional<EvenHeights> evenHeights(const RadialProfile& profile);

}  // namespace coarsen
