// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One evaluation of a registration and the step after it; core/register/cpu_simd.cpp says the same in plain loops.

#include "gpu/register/kernels/voxel_tasks.hpp"

#include <cuda_runtime_api.h>

namespace coarsen::gpu {

/// All that the kernels know of one level. Volumes are width x height x depth, x fastest.
struct RegistrationTask {
    VolumePair pair;
    bool isPrinted;
    float lambda;
    float* slope;  ///< L' = 1 + log J - 1/J
    double* parts;
    unsigned* ticket;
};

/// tried = accepted + by * velocity
void launchStep(const RegistrationTask& task, const FieldPointers& accepted, const FieldPointers& velocity, float by,
                const FieldPointers& tried, cudaStream_t stream);
/// sums = {sum of (J - 1) log J, J min}, and the slope there.
void launchBend(const RegistrationTask& task, const FieldPointers& u, double* sums, cudaStream_t stream);
/// force = that of the grey values, scaled, less lambda times the regulariser's; sums = {sum of squares, voxels}. After
/// launchBend of the same u.
void launchForce(const RegistrationTask& task, const FieldPointers& u, const FieldPointers& force, double* sums,
                 cudaStream_t stream);
/// velocity = v - v . grad u; sums = {largest |w|^2}.
void launchCarry(const RegistrationTask& task, const FieldPointers& u, const FieldPointers& velocity, double* sums,
                 cudaStream_t stream);

}  // namespace coarsen::gpu
