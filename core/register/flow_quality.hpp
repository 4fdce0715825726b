// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/threads.hpp"
#include "core/register/engine.hpp"

namespace coarsen {

JacobianStatistics statisticsOf(const std::vector<float>& jacobian);

/// Pearson's correlation of moved(x) and fixed(x - u(x)) over the voxels valid in both, both as they stand in `smoothed`; NaN
/// where one of them is flat.
double correlationAfter(const Flow& u, const RegistrationPair& smoothed, const Threads& threads);

}  // namespace coarsen
