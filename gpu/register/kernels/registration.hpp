// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One evaluation of a registration and the step after it; core/register/cpu_simd.cpp says the same in plain loops.

#include <cuda_runtime_api.h>

#include <cstdint>

namespace coarsen::gpu {

struct FieldPointers {
    float* along[3];
};

/// All that the kernels know of one level. Volumes are width x height x depth, x fastest.
struct RegistrationTask {
    int width, height, depth;
    const float* numbers;  ///< of the spline, one voxel more before and two behind along each axis (InterpolatedVolume::numbers)
    const float* moved;
    const std::uint8_t *fixedValid, *movedValid;  ///< null: all
    bool isCubic, isPrinted;
    float lambda;
    float* slope;  ///< L' = 1 + log J - 1/J
    FieldPointers accepted, tried, force, velocity, room;
    double* parts;  ///< `partsOf(task)` triples
    double* sums;   ///< 3 numbers
};

/// Deriche's filter as core has it (RecursiveGaussian), or the weights of a sum.
struct SmoothingTask {
    bool isRecursive;
    float onward0[2], onward1[2], backward1[2], backward2[2], last1[2], last2[2], onwardSum[2], backwardSum[2];
    const float* weights;  ///< of the middle and of one side
    int sides;
};

/// How many blocks' sums `parts` must hold.
int partsOf(const RegistrationTask& task);

/// sums = {sum of (J - 1) log J, J min, 0} of the displacement tried; its slope.
void launchBend(const RegistrationTask& task, cudaStream_t stream);
/// force = that of the grey values, scaled, less lambda times the regulariser's; sums = {sum of squares, voxels, 0}.
void launchForce(const RegistrationTask& task, cudaStream_t stream);
/// velocity, smoothed along all axes.
void launchSmoothing(const RegistrationTask& task, const SmoothingTask& smoothing, cudaStream_t stream);
/// velocity = v - v . grad u of the accepted displacement; sums = {0, 0, largest |w|^2}.
void launchCarry(const RegistrationTask& task, cudaStream_t stream);
/// tried = accepted + by * velocity
void launchStep(const RegistrationTask& task, float by, cudaStream_t stream);

}  // namespace coarsen::gpu
