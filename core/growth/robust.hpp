// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/growth/weighting.hpp"

namespace coarsen {

/// Fits again and again while points far off the curve lose weight: Tukey's biweight at 4.685 robust standard deviations (median
/// absolute deviation), which keeps 95 % of the efficiency for Gaussian errors (Holland & Welsch 1977). Leaves the weights of the
/// last fit in `points`.
ModelFit robustFit(const GrowthModel& model, WeightedPoints& points);

}  // namespace coarsen
