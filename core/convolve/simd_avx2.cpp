// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convolve/simd_tile.hpp"
#include "core/convolve/simd_x86.hpp"

namespace coarsen {

namespace {

struct avx2 {
    using Vector = float __attribute__((vector_size(32)));
    static constexpr int vectors = 3, rows = 4;
};

}  // namespace

extern const ConvolutionKernels avx2Convolution{"AVX2", SimdTile<avx2>::columns, avx2::rows, SimdTile<avx2>::convolve};

}  // namespace coarsen
