// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/synth/synthetic_series.hpp"

#include <utility>
#include <vector>

namespace coarsen {

/// A pattern of mean 0 and standard deviation 1 as the camera sees it: light, dust, noise, then 8 or 16 bits.
/// The pattern's standard deviation is 12 % of the full range about its middle.
Image photographed(const std::vector<double>& pattern, const SynthSettings& settings, int index);

/// Where frame `index` has drifted to, pixels right and down; smooth in time, (0, 0) for frame 0, at most `driftPx` along each
/// axis.
std::pair<double, double> driftOf(const SynthSettings& settings, int index);

}  // namespace coarsen
