// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Greys of a registration's volumes block by block, and slow changes of brightness; core has the same in plain loops.

#include "gpu/register/kernels/voxel_tasks.hpp"

#include <cuda_runtime_api.h>

namespace coarsen::gpu {

/// Blocks that part a volume, `count` along each axis; each is cut into so many layers along z for the GPU to share.
struct BlockTask {
    static constexpr int mostAlong = 16;
    VolumeSides size;
    int parts[3][mostAlong + 1];  ///< where blocks begin along an axis, and where the last one ends
    int count[3];
    int layers;

    int sums() const { return count[0] * count[1] * count[2] * layers; }
};
/// Layers for which there are as many sums as keep a GPU busy, and no more than `mostLayerSums`.
void chooseLayers(BlockTask& task);
inline constexpr int mostLayerSums = BlockTask::mostAlong * BlockTask::mostAlong * BlockTask::mostAlong;
inline constexpr int sumsOfLayer = 3;

/// sums[layer of block] = {count, sum, sum of squares} of fixed(x - u(x)) where it and moved(x) are valid; `counted` says where.
void launchDrawnGreys(const VolumePair& pair, const FieldPointers& u, const BlockTask& task, std::uint8_t* counted, double* sums,
                      cudaStream_t stream);
/// sums[layer of block] = {count, sum, sum of squares} of the values where `counted` is set.
void launchCountedGreys(const float* values, const std::uint8_t* counted, const BlockTask& task, double* sums,
                        cudaStream_t stream);

/// Coefficients of core's SlowBrightness by their powers: that of x^i y^j z^k at i + 4 (j + 4 k).
struct SlowTask {
    static constexpr int powers = 4;
    VolumeSides size;
    double logGain[powers * powers * powers], offset[powers * powers * powers];
};
/// values = (values - offset) / e^logGain
void launchTakeOut(float* values, const SlowTask& task, cudaStream_t stream);

}  // namespace coarsen::gpu
