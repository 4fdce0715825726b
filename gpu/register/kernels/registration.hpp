// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One evaluation of a registration and the step after it; core/register/cpu_simd.cpp says the same in plain loops.

#include "gpu/register/kernels/voxel_tasks.hpp"

#include <cuda_runtime_api.h>

namespace coarsen::gpu {

/// core's ForceDivisor: what the force of the grey values is divided by.
struct ForceOver {
    float squares, constant;
};

/// All that the kernels know of one level. Volumes are width x height x depth, x fastest.
struct RegistrationTask {
    VolumePair pair;
    bool isPrinted;
    float lambda;
    float* slope;  ///< L' = 1 + log J - 1/J
    Slices done;   ///< slices that a kernel goes through; it reads up to two more on each side
    Slices own;    ///< of these, those whose sums it makes
    ForceOver over = {1, 1e-4F};
};

/// From what was accepted along its velocity.
struct StepTask {
    FieldPointers accepted;
    MotionPointers velocity;
    double reach;                 ///< of the largest vector, voxels
    const double* largestSquare;  ///< as the velocity is kept
};

/// Sums of the kernels before that are written to the computer's memory together with those of the force: each such write makes a
/// kernel end later.
struct HostSums {
    static constexpr int count = 2;  ///< of each
    SumRoom before[2];
};

/// sums = {sum of (J - 1) log J, J min}, and the slope there.
void launchRegularisation(const RegistrationTask& task, const FieldPointers& u, const SumRoom& room, cudaStream_t stream);
/// The same of tried = accepted + step.
void launchStepAndRegularisation(const RegistrationTask& task, const StepTask& step, const FieldPointers& tried,
                                 const SumRoom& room, cudaStream_t stream);
/// force = that of the grey values, scaled, less lambda times the regulariser's; sums = {sum of squares, voxels}. After
/// launchRegularisation of the same u. In half precision the spline is read from its quads.
void launchForce(const RegistrationTask& task, const FieldPointers& u, const MotionPointers& force, const SumRoom& room,
                 const HostSums& hostSums, cudaStream_t stream);
/// velocity = v - v . grad u; sums = {largest |w|^2}, as it is kept.
void launchCarry(const RegistrationTask& task, const FieldPointers& u, const MotionPointers& velocity, const SumRoom& room,
                 cudaStream_t stream);

}  // namespace coarsen::gpu
