// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace coarsen {

/// The relative statistical limit k / sqrt(Nd) of R_max in one volume of Nd = valid volume / R_max^3 domains; k is read from
/// C1D's relative rise (maxima.hpp), isotropic rings (tests/studies/results/volumes.txt).
double volumeErrorLimit(double relativeRise, double domains);

/// The k below which no relative error k / sqrt(V / L^3) of another length L lies, V the valid volume; 0: none is known
/// (measurement.md section 1).
double volumeLengthFloor(std::string_view key);

}  // namespace coarsen
