// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/levelset/nlm_engine.hpp"
#include "gpu/device/device.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace coarsen::gpu {

/// gpu-direct of non-local means: all pairs by tensor cores, on these GPUs, which share the rows; with fewer rows than
/// `worthADevice` for each not all of them are used.
std::shared_ptr<const NlmEngine> directNlm(std::vector<Device> devices, std::size_t worthADevice = 32768);

}  // namespace coarsen::gpu
