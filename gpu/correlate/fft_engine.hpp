// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/engine.hpp"
#include "gpu/device/device.hpp"

#include <vector>

namespace coarsen::gpu {

/// gpu-fft: zero-padded transforms in float32, by the fused kernels up to a padded side of 4096 and by cuFFT beyond.
std::shared_ptr<const CorrelationEngine> fftEngine(std::vector<Device> devices);

}  // namespace coarsen::gpu
