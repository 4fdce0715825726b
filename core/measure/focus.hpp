// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/radial_profile.hpp"

#include <limits>

namespace coarsen {

/// How much a picture's pattern stands out, and how sharp it is: what a loss of focus takes away before it moves R_max. NaN: not
/// known.
struct Focus {
    /// The pattern's standard deviation in grey values of the final image, without white noise: sqrt(A) of the image's, A the
    /// noise-free amplitude of C1D (maxima.hpp). With measure.mean=none about 0.
    double contrast = std::numeric_limits<double>::quiet_NaN();
    /// The pattern's rms wave number, by the curvature of C1D at R = 0, over that of R_max: 1 for waves of one length, more where
    /// they have sharp edges.
    double sharpness = contrast;
    /// The relative width of a ring of waves (a Gaussian's standard deviation) whose C1D rises as high before R_max.
    double width = contrast;
};

Focus focusOf(const RadialProfile& profile, double rMaxPx);

}  // namespace coarsen
