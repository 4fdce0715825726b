// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/volume/lag_sums.hpp"
#include "core/volume/volume.hpp"

#include <functional>
#include <string>
#include <vector>

namespace coarsen {

/// C3D of a cube up to a third of its side on a GPU; times are medians in milliseconds.
struct VolumesTiming {
    std::string device;
    int side = 0;
    bool isMasked = false;
    LagReach reach;
    VolumeSize padded;
    double planMs = 0;  ///< buffers and the first sums, once

    // On the device, for a volume that lies there already.
    double sumsMs = 0;       ///< C3D's sums
    double leaveOneMs = 0;   ///< and those of the eight blocks
    double roundTripMs = 0;  ///< one forward and one inverse r2c of the padded size, in place, and nothing else

    // From the computer's memory to sums in the computer's memory.
    double uploadMs = 0;        ///< alone
    double hostSumsMs = 0;      ///< C3D's sums
    double hostLeaveOneMs = 0;  ///< and those of the eight blocks

    // From the computer's memory to lengths, the CPU's part included.
    double lengthsMs = 0;
    double lengthsWithErrorsMs = 0;

    double maxError = -1;  ///< largest difference from cpu-fft's sums over their value at no offset; -1: not compared

    double ofRoundTrip() const { return sumsMs / roundTripMs; }
    double uploadGBps() const { return 4e-6 * side * side * side / uploadMs; }
};

namespace gpu {

/// Times cubes of these sides on the first GPU, each not masked and masked, and tells each as it is done; those that do not fit
/// are left out. Those up to `largestCompared` are compared with cpu-fft. Does nothing without a GPU. Throws EngineError, also
/// when an answer is wrong.
void benchmarkVolumes(const std::vector<int>& sides, int largestCompared, const std::function<void(const VolumesTiming&)>& done);

}  // namespace gpu

}  // namespace coarsen
