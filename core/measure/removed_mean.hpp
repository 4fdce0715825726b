// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/radial_profile.hpp"

namespace coarsen {

/// Part that C1D lacks because the image's own mean was taken away, in parts of C1D(0): m / (1 - m), where m is the variance of
/// that mean over the field's own, the mean of the true C over all pairs of pixels; m is about 2 pi / areas for exp(-R / xi),
/// with areas = W H / xi^2. The sum over pairs ends with C1D's first zero, beyond which it is chance. 0 without pair counts.
double removedPart(const RadialProfile& profile);

/// C1D with `profile.removedPart` put back, up to a factor: what its lengths that hang on its height are read from.
RadialProfile withRemovedPart(const RadialProfile& profile);

}  // namespace coarsen
