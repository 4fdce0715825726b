// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A wide Gaussian leaves a field so smooth that every second or fourth voxel says all of it: a spline with nodes there along x
// and y, which the product with a banded matrix makes of the field at once.

#include "gpu/register/kernels/banded_smoothing.hpp"
#include "gpu/register/kernels/voxel_tasks.hpp"

#include <cuda_runtime_api.h>

#include <cstddef>

namespace coarsen::gpu {

/// Weights that a node's number is made of: `response[k]` of the voxels k away on either side, so that the cubic B-spline through
/// the nodes is the Gaussian. Beyond a line's ends its last number goes on.
struct NodeTask {
    static constexpr int mostReach = BandTask::mostReach;
    float response[mostReach + 1];
    int every;                ///< voxels from node to node, 2 or 4
    int tilesBefore, tiles;   ///< of 16 voxels: that the first of 16 nodes reaches back, that all of them reach
    std::size_t sharedBytes;  ///< that a block may have
};

/// Bytes that nodes take.
std::size_t bytesOfNodes(const VolumeSides& size, const NodeTask& task);

/// True where a block has room for what a tile of nodes is made of, and rows may be moved four numbers at a time.
bool canSmoothByNodes(const VolumeSides& size, const NodeTask& task);
/// Nodes along x and y of three volumes of half precision; `largest` is set to 0 for launchCarryOfNodes.
void launchNodes(const MotionPointers& field, const VolumeSides& size, const NodeTask& task, void* nodes, double* largest,
                 cudaStream_t stream);
/// These smoothed along z by the Gaussian itself.
void launchNodesAlongZ(const VolumeSides& size, const NodeTask& task, const BandTask& alongZ, void* nodes, cudaStream_t stream);
/// velocity = v - v . grad u of the v that the nodes say; `largest`, 0 since launchNodes, is the largest |w|^2, as it is
/// kept.
void launchCarryOfNodes(const MotionPointers& velocity, const FieldPointers& u, const VolumeSides& size, const NodeTask& task,
                        const void* nodes, double* largest, cudaStream_t stream);

}  // namespace coarsen::gpu
