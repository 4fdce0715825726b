// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/threads.hpp"
#include "core/register/engine.hpp"

#include <cstdint>
#include <vector>

namespace coarsen {

/// The pair itself and up to `levels` - 1 coarser ones, each half as fine (Gaussian of 0.7 voxel, every second voxel); it ends
/// before an axis of more than one voxel would have fewer than 8.
std::vector<RegistrationPair> pyramid(RegistrationPair pair, int levels, const Threads& threads);

/// Values of one of its levels from those of the next finer one.
std::vector<float> halved(std::vector<float> values, const std::vector<std::uint8_t>& valid, const VolumeSize& from,
                          const VolumeSize& to, const Threads& threads);

VolumeSize halfOf(const VolumeSize& size);
/// True where no axis of more than one voxel would have fewer than 8 after halving.
bool mayBeHalved(const VolumeSize& size);
inline constexpr double sigmaBeforeHalving = 0.7;  // voxels

/// The displacement on the level of half as large voxels.
Flow doubled(const Flow& coarse, const VolumeSize& fine, const Threads& threads);

}  // namespace coarsen
