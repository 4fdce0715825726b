// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cuda_runtime_api.h>

namespace coarsen::gpu {

/// Products of 16-bit numbers by mma.sync out of registers and nothing else: how many multiply-adds one launch does, of which all
/// multiprocessors do the same share.
double multiplyAddsOfHalves(int multiprocessors);
cudaError_t multiplyHalves(int multiprocessors, float* sink, cudaStream_t stream);  ///< a float a thread
int threadsOfHalves(int multiprocessors);

}  // namespace coarsen::gpu
