// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/radial_profile.hpp"

#include <optional>

namespace coarsen {

/// A length beyond R_max that is none of its overtones.
struct SecondLength {
    double px = 0;    ///< where C1D, averaged over one wavelength of R_max, is highest again; within some 10 %
    double rise = 0;  ///< of that average above its lowest value before, on the scale of the noise-free amplitude
};

/// Looks for a second length of a picture: the mean of C1D over rings as wide as one wavelength (R_max / 1.1166) beyond R_max.
/// One length, its overtones, a lattice's further distances and stripes leave that mean near 0; a second
/// length lifts it again. It counts from a rise of 0.08 that chance does not explain (T >= 1, maxima.hpp). Nothing in volumes,
/// and where the range ends before the rise. `defined`: a profile that is defined everywhere.
std::optional<SecondLength> secondLength(const RadialProfile& defined, double rMaxPx);

}  // namespace coarsen
