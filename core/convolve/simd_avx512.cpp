// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convolve/simd_tile.hpp"
#include "core/convolve/simd_x86.hpp"

namespace coarsen {

namespace {

struct Avx512Tile {
    using Vector = float __attribute__((vector_size(64)));
    static constexpr int vectors = 4, rows = 4;
};

}  // namespace

extern const ConvolutionKernels avx512Convolution{"AVX-512", SimdTile<Avx512Tile>::columns, Avx512Tile::rows,
                                                  SimdTile<Avx512Tile>::convolve, SimdTile<Avx512Tile>::multiplyAdds};

}  // namespace coarsen
