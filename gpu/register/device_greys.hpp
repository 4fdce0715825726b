// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/register/grey_scale.hpp"
#include "gpu/device/buffer.hpp"
#include "gpu/register/gpu_arena.hpp"
#include "gpu/register/kernels/images.hpp"

#include <array>
#include <cstddef>

namespace coarsen::gpu {

/// core's phaseMeans of two volumes on the device, which share the waits for what is counted; `room` has greyRoom bytes.
std::array<PhaseMeans, 2> devicePhaseMeans(const std::array<ValidValues, 2>& volumes, void* room, const Stream& stream);
inline constexpr std::size_t greyRoom = 4 * sizeof(unsigned long long) * (rankBins > greyBins ? rankBins : greyBins);

/// Queues the values less their mean, 0 where they do not count, and weights of 1 and 0; where the device will have {sum, count}.
const double* centre(const ValidValues& values, const VolumeSize& size, float* to, float* weights, const GpuArena& place);

}  // namespace coarsen::gpu
