// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Gaussians of a field in half precision as products with a banded matrix, which the tensor cores do in the time that its bytes
// take.

#include "gpu/register/kernels/voxel_tasks.hpp"

#include <cuda_runtime_api.h>

#include <cstddef>

namespace coarsen::gpu {

/// Response of a filter to a lone 1: `response[k]` on either side, k voxels away. Beyond a line's ends its last number goes on.
struct BandTask {
    static constexpr int tile = 16, mostTiles = 4, mostReach = tile * mostTiles;
    float response[mostReach + 1];  ///< 0 beyond the tiles
    int tiles;                      ///< of a side that the response reaches, 1 to mostTiles
};

/// True where a volume's lines fit a block of so many bytes of shared memory and may be moved four numbers at a time.
bool canSmoothInBands(const VolumeSides& size, const BandTask& task, std::size_t sharedBytes);
/// Three volumes of half precision, or the first of them alone, in place along axis 0, 1 or 2.
void launchBands(const MotionPointers& field, const VolumeSides& size, int axis, const BandTask& task, cudaStream_t stream,
                 unsigned volumes = 3);

/// True where what follows is faster than a smoothing along z and `launchCarry` after it.
bool canCarryAtOnce(const VolumeSides& size, const BandTask& task);
/// Slices that something is done for.
struct CarrySlices {
    Slices taken;  ///< smoothed as if there were no others
    Slices done;   ///< carried
    Slices own;    ///< whose largest |w|^2 counts
};
/// Along z, then velocity = v - v . grad u; sums = {largest |w|^2}, as it is kept.
void launchBandsAndCarry(const MotionPointers& velocity, const FieldPointers& u, const VolumeSides& size,
                         const CarrySlices& slices, const BandTask& task, const SumRoom& room, cudaStream_t stream);

}  // namespace coarsen::gpu
