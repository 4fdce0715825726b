// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Equation 16 over lists of neighbours on a device; arithmetic in double, as on the CPU.

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace coarsen::gpu {

/// The rows of one device: `count` from element `first` on, with m neighbours each.
struct SweepTask {
    const std::uint32_t* numbers;
    const float* squares;
    float* weights;               ///< exp(-D / c2)
    double* sums;                 ///< of a row's weights
    unsigned long long* largest;  ///< of all sums, the bits of a double >= 0
    std::uint32_t first, count;
    int m;
    double c2;
    bool isByRow;  ///< else by the largest sum
};

cudaError_t weigh(const SweepTask& task, cudaStream_t stream);

/// Each element moves towards those that are like it; all elements of `values`, this device's of `next`.
cudaError_t sweep(const SweepTask& task, const float* values, float* next, cudaStream_t stream);

/// to[i] = phi[voxels[i]].
cudaError_t takeValues(const float* phi, const std::uint32_t* voxels, std::uint32_t count, float* to, cudaStream_t stream);

/// to[row] = the last of a row's squares.
cudaError_t takeLast(const float* squares, int m, std::uint32_t rows, float* to, cudaStream_t stream);

}  // namespace coarsen::gpu
