// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace coarsen {

/// The registration of a cube that a known flow has moved, on several GPUs that share its finest levels; from the computer's
/// memory to the computer's memory, medians in milliseconds.
struct SharedRegistrationTiming {
    std::string device;  ///< "2 x ..."
    int side = 0, gpus = 1;
    int sharedLevels = 0;  ///< from the finest on
    double sameWorkMs = 0, levelMs = 0;
    double adaptiveMs = 0;  ///< registerVolumes with a sigma in voxels
    double errorMean = 0;   ///< of that u against the flow, voxels
    double apart = 0;       ///< largest difference of a component of u from one GPU's after the same work, voxels
    std::vector<int> evaluations;
    static constexpr int evaluationsOfSameWork = 400;  ///< at full size, each with its step
};

namespace gpu {

/// Times cubes of these sides on one GPU, two, four ..., and tells each as it is done; those that do not fit are left out. Does
/// nothing with fewer than two GPUs. Throws EngineError.
void benchmarkSharedRegistration(const std::vector<int>& sides, const std::function<void(const SharedRegistrationTiming&)>& done);

}  // namespace gpu

}  // namespace coarsen
