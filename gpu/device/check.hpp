// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.hpp"

#include <cuda_runtime_api.h>

namespace coarsen::gpu {

/// The GPU has no room for what was asked; a smaller batch may fit.
struct OutOfGpuMemory : EngineError {
    using EngineError::EngineError;
};

/// Throws EngineError when a CUDA call failed; `doing` says in words what was tried ("copy the image to the GPU").
void check(cudaError_t status, const char* doing);

}  // namespace coarsen::gpu
