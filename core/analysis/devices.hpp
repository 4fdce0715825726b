// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/frame_result.hpp"
#include "core/correlate/engine.hpp"

#include <string>

namespace coarsen {

/// Devices that the frames were measured on: "CPU, 2 threads", with "; " between several.
std::string devicesOf(const EngineList& engines, const FrameResults& results);

}  // namespace coarsen
