// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace coarsen {

/// The relative statistical limit k / sqrt(Nd) of R_max in one volume of Nd = valid volume / R_max^3 domains; k is read from
/// C1D's relative rise (maxima.hpp), isotropic rings (tests/studies/results/volumes.txt).
double volumeErrorLimit(double relativeRise, double domains);

}  // namespace coarsen
