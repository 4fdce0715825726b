// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/engine.hpp"

#include <span>
#include <string>
#include <vector>

namespace coarsen::gpu {

/// Where the time of pictures goes that are followed on the first usable GPU.
struct TrackStageTimes {
    std::string stage;
    std::vector<double> microseconds;  ///< one a picture
};

/// Follows the pictures, `count` in turn, each against the one before. Empty: no GPU can. Throws EngineError.
std::vector<TrackStageTimes> trackStageTimes(const PlanShape& shape, std::span<const Image> pictures, int count);

}  // namespace coarsen::gpu
