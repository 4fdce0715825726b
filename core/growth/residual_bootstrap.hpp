// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/growth/weighting.hpp"

namespace coarsen {

/// Intervals of the fit's parameters from `replicates` fits to the curve with resampled residuals (Efron & Tibshirani 1993,
/// section 9.4): whitened, so that each is a frame's own news, widened by sqrt(N / (N - p)), drawn with replacement from a
/// generator that always starts alike, and coloured again.
void addBootstrap(GrowthFit& fit, const GrowthModel& model, const WeightedPoints& points, int replicates);

}  // namespace coarsen
