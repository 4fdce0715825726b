// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Sums of products with a filter that is a column times a row: columns first, into shared memory, then rows out of it, in one
// kernel.

#include "gpu/convolve/kernels/register_tiles.hpp"

namespace coarsen::gpu {

/// Taps filled with zeros to whole eights.
struct SeparableTask {
    FilterTask filter;
    const float *column, *row;
    int columnTaps, rowTaps;  ///< multiples of 8
};

constexpr int separableTapCount(int taps) {
    return (taps + 7) / 8 * 8;
}

/// Shared memory of a block; the row may be as long as a block can hold.
std::size_t separableBytes(int rowTaps);
cudaError_t runSeparable(const SeparableTask& task, cudaStream_t stream);

}  // namespace coarsen::gpu
