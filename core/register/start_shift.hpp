// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/register/engine.hpp"

#include <array>
#include <vector>

namespace coarsen {

/// The one displacement, in voxels of the finest level, that brings `fixed` onto `moved` best: the highest cross-correlation per
/// pair of voxels of the coarsest level, up to a quarter of each side, then least squares level by level (cubic sampling, to
/// 0.001 voxel).
std::array<double, 3> startShift(const std::vector<RegistrationPair>& levels, int threads);

}  // namespace coarsen
