// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/length_scale.hpp"
#include "core/measure/radial_profile.hpp"

namespace coarsen {

/// Flags a good R_max as weak, for rows (columns) of pixels share this part of the variance at any distance: as stripes where
/// that is all of the pattern, else as bands.
void flagBands(LengthScale& rMax, double share, bool areRows, const RadialProfile& profile);

}  // namespace coarsen
