// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/radial_profile.hpp"

namespace coarsen {

/// How high the power stands at waves three times as long and three times as short as those of R_max, whichever is more, over
/// its highest near R_max: near 0 of one length, 1 where the spectrum is level or rises on. So is that of noise whose short waves
/// were taken away (pictures that were magnified or smoothed) or its long ones (sharpened pictures): C1D then rings at the edge
/// of the spectrum, which is no distance of anything. By the Hankel transform of C1D, tapered over eight R_max or the range. NaN
/// where that is less than four R_max, and of volumes. `defined`: a profile that is defined everywhere.
double levelSpectrum(const RadialProfile& defined, double rMaxPx);

}  // namespace coarsen
