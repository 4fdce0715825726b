// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/volume.hpp"

#include <cstddef>
#include <string>

namespace coarsen::gpu {

/// Throws OutOfGpuMemory where the current device has not so many bytes free beside those it is `given` back; `doing` says what
/// wants them ("C3D"), of a volume of that size.
void requireFree(std::size_t bytes, std::size_t given, const std::string& doing, const VolumeSize& size);

}  // namespace coarsen::gpu
