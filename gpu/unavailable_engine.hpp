// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/engines.hpp"

#include <string>

namespace coarsen::gpu {

/// The GPU engines, which are known by name but cannot run here: they are listed with the reason, and asking one for a plan
/// throws EngineError.
Engines unavailableEngines(const std::string& device, const std::string& reason);

}  // namespace coarsen::gpu
