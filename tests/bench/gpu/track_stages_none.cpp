// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/gpu/track_stages.hpp"

namespace coarsen::gpu {

std::vector<TrackStageTimes> trackStageTimes(const PlanShape&, std::span<const Image>, int) {
    return {};
}

}  // namespace coarsen::gpu
