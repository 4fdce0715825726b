// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/frame_backend.hpp"
#include "gpu/analysis/device_recipe.hpp"
#include "gpu/device/device.hpp"

#include <memory>

namespace coarsen::gpu {

/// True where such pictures can be measured on a GPU: 8 or 16 bit, and neither too small nor longer than a fused transform.
bool isPossible(const RawKind& kind, const DeviceRecipe& recipe);

/// Memory, tables and the recorded work of one recipe for pictures of one kind. Throws EngineError.
/// `aspect`: pixel height over width.
std::unique_ptr<FramePlan> deviceFramePlan(const RawKind& kind, const DeviceRecipe& recipe, double aspect, const Device& device);

}  // namespace coarsen::gpu
