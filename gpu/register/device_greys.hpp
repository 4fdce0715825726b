// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/register/grey_scale.hpp"
#include "gpu/device/buffer.hpp"
#include "gpu/register/kernels/images.hpp"

namespace coarsen::gpu {

/// core's phaseMeans of values on the device.
PhaseMeans devicePhaseMeans(const ValidValues& values, const Stream& stream);

}  // namespace coarsen::gpu
