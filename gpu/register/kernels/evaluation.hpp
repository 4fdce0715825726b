// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/register/kernels/registration.hpp"

#include <cuda_runtime_api.h>

namespace coarsen::gpu {

/// Does in one go what launchStepAndRegularisation and launchForce do one after the other: displacement and slope stay on the
/// chip between them. For the whole volume, in half precision, not as printed. `hostSums` are the sums of the regularisation,
/// which are made here, too, and those of the velocity.
void launchEvaluation(const RegistrationTask& task, const StepTask& step, const FieldPointers& tried, const MotionPointers& force,
                      const SumRoom& room, const HostSums& hostSums, cudaStream_t stream);

}  // namespace coarsen::gpu
