// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/levelset/nlm_engine.hpp"
#include "gpu/device/device.hpp"

#include <memory>
#include <vector>

namespace coarsen::gpu {

/// gpu-direct of non-local means: all pairs by tensor cores, on these GPUs, which share the rows.
std::shared_ptr<const NlmEngine> directNlm(std::vector<Device> devices);

}  // namespace coarsen::gpu
