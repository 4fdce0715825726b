// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convolve/simd_tile.hpp"
#include "core/convolve/simd_x86.hpp"

namespace coarsen {

namespace {

struct avx512 {
    using Vector = float __attribute__((vector_size(64)));
    static constexpr int vectors = 4, rows = 4;
};

}  // namespace

extern const ConvolutionKernels avx512Convolution{"AVX-512", SimdTile<avx512>::columns, avx512::rows, SimdTile<avx512>::convolve};

}  // namespace coarsen
