// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convolve/simd_kernels.hpp"
#include "core/convolve/simd_tile.hpp"

namespace coarsen {

namespace {

struct PortableTile {
    using Vector = float __attribute__((vector_size(16)));
    static constexpr int vectors = 2, rows = 4;
};

}  // namespace

extern const ConvolutionKernels portableConvolution{"portable", SimdTile<PortableTile>::columns, PortableTile::rows,
                                                    SimdTile<PortableTile>::convolve, SimdTile<PortableTile>::multiplyAdds};

}  // namespace coarsen
