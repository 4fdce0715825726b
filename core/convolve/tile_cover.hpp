// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/convolve/simd_kernels.hpp"

#include <cstddef>
#include <functional>
#include <stop_token>

namespace coarsen {

/// Rows of numbers, `stride` apart.
template <typename Number>
struct Rows {
    Number* first = nullptr;
    std::ptrdiff_t stride = 0;
    Number* at(int x, int y) const { return first + y * stride + x; }
};

/// Floats from one row to the next where each begins a cache line, so that fewer loads of vectors reach over the end of one.
inline std::size_t alignedStride(int width) {
    constexpr std::size_t line = 16;
    return (static_cast<std::size_t>(width) + line - 1) / line * line;
}

/// Taps of a filter, row by row.
struct Taps {
    const float* first = nullptr;
    int width = 0, height = 0;
};

/// The first of the kernels whose tile fits into answers of that size; nullptr: none does.
const ConvolutionKernels* kernelFor(const ConvolutionKernelList& kernels, int width, int height);

/// width x height answers by tiles, of which the last of a row and of a column reach back over their neighbours; by plain loops
/// without a kernel.
void convolveRows(const ConvolutionKernels* kernel, Rows<const float> from, Taps taps, int width, int height, Rows<float> to);

/// Rows of a band, but for the last.
inline constexpr int bandHeight = 16;

/// Calls `body(y, rows)` for bands of rows that together are `height`, each at least as high as a tile where all are, on up to
/// `threads` threads.
void forBands(int height, int threads, const std::function<void(int y, int rows)>& body, std::stop_token stop);

}  // namespace coarsen
