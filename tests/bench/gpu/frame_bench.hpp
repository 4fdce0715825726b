// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/device/device.hpp"
#include "tests/bench/gpu/benchmark.hpp"

namespace coarsen::gpu {

/// Times a frame's whole way through the default recipe, and through one with the simplest light and dust, from the decoded
/// picture to C1D and its jack-knife, and the azimuthal average on either side, and tells each as it is done.
void benchmarkFrames(const Device& device, const std::function<void(const GpuTiming&)>& done);

}  // namespace coarsen::gpu
