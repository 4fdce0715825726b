// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/series/calibration.hpp"

namespace coarsen {

/// The pixel size that makes a line of (dxPx, dyPx) pixels `lengthUm` long. Where the pixels were known to be oblong they stay
/// so, in the same ratio; else they are square. Throws SettingError when there is no line or no length.
Calibration calibrationFromLine(double dxPx, double dyPx, double lengthUm, const Calibration& before);

}  // namespace coarsen
