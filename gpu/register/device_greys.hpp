// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/register/grey_scale.hpp"
#include "gpu/device/buffer.hpp"
#include "gpu/register/kernels/images.hpp"

#include <cstddef>

namespace coarsen::gpu {

/// core's phaseMeans of values on the device; `room` has greyRoom bytes.
PhaseMeans devicePhaseMeans(const ValidValues& values, void* room, const Stream& stream);
inline constexpr std::size_t greyRoom = 2 * sizeof(unsigned long long) * (rankBins > greyBins ? rankBins : greyBins);

}  // namespace coarsen::gpu
