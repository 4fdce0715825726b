// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace coarsen {

/// The registration of a cube that a known flow has moved, on a GPU; times are medians in milliseconds.
struct RegistrationTiming {
    std::string device;
    int side = 0;
    std::string brightness;  ///< rule of registerVolumes, as `register --brightness` has it
    double copyGBps = 0;     ///< of the device's memory, read and written, measured in this run

    // On the device: what one evaluation and the step after it consist of.
    double energyAndForceMs = 0, smoothXAndYMs = 0, smoothZAndCarryMs = 0;
    double stepAndRegularisationMs = 0, forceMs = 0;  ///< what comes first in two kernels, as several GPUs do it
    double printedForceMs = 0;                        ///< the force as the paper prints it, each neighbour's products made anew

    // From the computer's memory to the computer's memory.
    double sameWorkMs = 0;      ///< 400 evaluations at full size, each with its step
    double levelMs = 0;         ///< of these, what comes before the first and after the last
    double adaptiveMs = 0;      ///< registerVolumes with a sigma in voxels: levels, drift, a descent, correlation and Jacobians
    double oneCpuThreadMs = 0;  ///< the same once by cpu-simd on one thread; 0: of large cubes it is not asked
    double levelsMs = 0;        ///< of these, until the levels and the drift are known and the first evaluation is done
    double pyramidMs = 0, driftMs = 0;  ///< of these the volumes' way to the levels, and what one displacement of all is
    std::vector<double> descentMs;      ///< and those of each level, the coarsest first
    double answerMs = 0;                ///< and what comes after
    double wholeMs = 0;                 ///< registerVolumes with a wavelength, which descends twice
    std::vector<int> evaluations;
    double errorMean = 0, error95 = 0, jMin = 0;  ///< of that u against the flow, voxels

    static constexpr int evaluationsOfSameWork = 400;
    static constexpr double bytesAVoxel = 64;  ///< the least that an evaluation moves, force and velocity in half precision
    double evaluationMs() const { return energyAndForceMs + smoothXAndYMs + smoothZAndCarryMs; }
    double floorMs() const { return 1e-6 * bytesAVoxel * side * side * side / copyGBps; }
};

namespace gpu {

/// Times cubes of these sides on the first GPU and tells each as it is done; those that do not fit are left out. `brightness` is
/// as `register` has it. Does nothing without a GPU. Throws EngineError.
void benchmarkRegistration(const std::vector<int>& sides, const std::string& brightness,
                           const std::function<void(const RegistrationTiming&)>& done);

}  // namespace gpu

}  // namespace coarsen
