// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/engines.hpp"
#include "core/volume/volume.hpp"

#include <vector>

namespace coarsen::bench {

struct VolumesBenchOptions {
    std::vector<VolumeSize> sizes{{64, 64, 64}, {128, 128, 128}, {256, 256, 256}};
    std::vector<int> registered{128, 240, 256, 512};  ///< sides of cubes, on a GPU
    std::vector<int> ladder{128, 240};                ///< of those that the paper's force of the regulariser is timed with
    int threads = 0;                                  ///< 0: one, and all
    double seconds = 1;                               ///< least for each case
    bool asJson = false;
};

/// `coarsen-bench --suite volumes`: C3D beside one forward and one inverse real transform of the same padded size and precision,
/// plans apart; its answer is checked before its time counts. Then for each size a series of volumes, by the engine that `auto`
/// takes, beside reading it alone. Where there is a GPU: the registration of cubes that a known flow has moved, the paper's steps
/// towards its force, and its search of non-local means. Throws EngineError where an answer is wrong.
void benchVolumes(const Engines& engines, const VolumesBenchOptions& options);

}  // namespace coarsen::bench
