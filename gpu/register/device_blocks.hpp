// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/register/grey_blocks.hpp"
#include "core/register/slow_field.hpp"
#include "gpu/device/buffer.hpp"
#include "gpu/register/kernels/blocks.hpp"

#include <cstddef>
#include <vector>

namespace coarsen::gpu {

/// core's BlockGrid as kernels have it.
BlockTask blockTask(const BlockGrid& grid);
/// Doubles in which their sums lie on the device.
inline constexpr std::size_t blockRoom = std::size_t{sumsOfLayer} * mostLayerSums;
/// Sums of each block, once the stream has got there.
std::vector<BlockGreys> blocksFrom(const double* there, const BlockTask& task, const Stream& stream);

SlowTask slowTask(const SlowBrightness& slow, const VolumeSize& size);

}  // namespace coarsen::gpu
