// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/radial_profile.hpp"

namespace coarsen {

/// The first R at which C1D, coming from above, reaches `level`, NaN when it does not: on the cubic spline of C1D at quarter
/// pixels as far as that goes, else linear between whole ones.
double firstCrossing(const RadialProfile& profile, double level);

}  // namespace coarsen
