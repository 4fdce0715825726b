// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// An image's level goes around its sums, so that a small contrast on a large mean keeps its digits.

#include "gpu/convolve/kernels/register_tiles.hpp"

#include <cstddef>

namespace coarsen::gpu {

/// The mean of the padded image, a whole number where all its pixels are; `partial` is room for levelPartials() doubles, `ticket`
/// 0 before and after.
struct LevelTask {
    FilterTask filter;
    double* partial;
    unsigned* ticket;
    float* level;  ///< the answer
};
std::size_t levelPartials();
cudaError_t findLevel(const LevelTask& task, cudaStream_t stream);

/// Takes the level off the padded image, in place.
cudaError_t takeLevelOff(float* padded, const FilterTask& filter, const float* level, cudaStream_t stream);

/// Adds what the level's own sums would be: level * tapSum.
cudaError_t putLevelBack(const FilterTask& filter, const float* level, double tapSum, cudaStream_t stream);

}  // namespace coarsen::gpu
