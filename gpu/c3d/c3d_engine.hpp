// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/volume/engine.hpp"
#include "gpu/device/device.hpp"

#include <memory>
#include <vector>

namespace coarsen::gpu {

/// gpu-fft of volumes: cuFFT on these GPUs, among which plans are dealt out in turn.
std::shared_ptr<const C3dEngine> fftC3d(std::vector<Device> devices);

}  // namespace coarsen::gpu
