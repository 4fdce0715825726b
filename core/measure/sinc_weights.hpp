// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

namespace coarsen {

/// How far a sinc under Kaiser's window (shape 6) reaches to either side.
constexpr int sincTaps = 6;
using SincWeights = std::array<double, 2 * sincTaps>;

/// Weights of the offsets -sincTaps + 1 ... sincTaps about a place between 0 and 1.
SincWeights sincWeights(double place);

}  // namespace coarsen
