// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/engine.hpp"

namespace coarsen::gpu {

/// The GPU engines: those that can run here, and those that cannot with the reason in `description().unavailable`.
/// Never throws: no driver, no device and a device too old are answers.
EngineList engines();

}  // namespace coarsen::gpu
