// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/radial_profile.hpp"

#include <limits>

namespace coarsen {

/// The first R at which C1D, coming from above, reaches `level`; linear between samples, NaN when it does not.
inline double firstCrossing(const RadialProfile& profile, double level) {
    for (std::size_t i = 1; i < profile.size(); ++i) {
        const double before = profile.value[i - 1], after = profile.value[i];
        if (before > level && after <= level)
            return profile.r[i - 1] + (profile.r[i] - profile.r[i - 1]) * (before - level) / (before - after);
    }
    return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace coarsen
