// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace coarsen {

/// The force of the regulariser alone, -lambda d, of a known flow in a cube, as the paper makes it
/// (registration_ladder) and as we do; a median in milliseconds, on the device. It is compared with core's Regulariser
/// in double before its time counts.
struct RegulariserTiming {
    std::string kernel, memory;  ///< which, and where the displacement lies that its derivatives are taken of
    std::string device;
    int side = 0;
    int blocks = 0, registers = 0, localBytes = 0, sharedBytes = 0;  ///< of a multiprocessor, thread, block; ours: 0, not told
    double ms = 0;
    double floorMs = 0;        ///< to read u and to write the force, at the rate of a copy in this run
    double maxDifference = 0;  ///< from core's of the same form, of the largest component
};

namespace gpu {

/// Times cubes of these sides on the first GPU and tells each kernel, the paper's first; those that do not fit are left out. Does
/// nothing without a GPU. Throws EngineError, also where a force is wrong.
void benchmarkRegistrationLadder(const std::vector<int>& sides, const std::function<void(const RegulariserTiming&)>& done);

}  // namespace gpu

}  // namespace coarsen
