// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convolve/simd_tile.hpp"
#include "core/convolve/simd_x86.hpp"

namespace coarsen {

namespace {

struct Avx2Tile {
    using Vector = float __attribute__((vector_size(32)));
    static constexpr int vectors = 3, rows = 4;
};

}  // namespace

extern const ConvolutionKernels avx2Convolution{"AVX2", SimdTile<Avx2Tile>::columns, Avx2Tile::rows, SimdTile<Avx2Tile>::convolve,
                                                SimdTile<Avx2Tile>::multiplyAdds};

}  // namespace coarsen
