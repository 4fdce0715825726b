// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/convolve/engine.hpp"
#include "gpu/device/device.hpp"

#include <string>
#include <vector>

namespace coarsen::gpu {

/// gpu-direct, gpu-separable and gpu-fft on these devices, of which there is one at least.
ConvolutionEngineList convolutionEngines(const std::vector<Device>& devices);

}  // namespace coarsen::gpu
