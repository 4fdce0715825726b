// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/threads.hpp"
#include "core/register/engine.hpp"

namespace coarsen {

JacobianStatistics statisticsOf(const std::vector<float>& jacobian);

/// Distance in voxels from a face of the volume within which a flow is hardly known: what is there may have come in from outside,
/// and both frames were smoothed without what lies beyond (decision F28).
inline constexpr double faceMargin = 6;

/// Least J of the voxels that are and were more than faceMargin from every face but those of an axis of one voxel; NaN: of none.
double leastInside(const Flow& u, const std::vector<float>& jacobian, const Threads& threads);

/// Pearson's correlation of moved(x) and fixed(x - u(x)) over the voxels valid in both, both as they stand in `smoothed`; NaN
/// where one of them is flat.
double correlationAfter(const Flow& u, const RegistrationPair& smoothed, const Threads& threads);

}  // namespace coarsen
