// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A convolution by the Fourier transform in tiles that never leave a multiprocessor: two tiles of the image, one as real and one
// as imaginary part, are transformed, multiplied with the filter's spectrum and transformed back by one block, and the part of
// them that nothing wraps into is written (overlap-save).

#include "gpu/convolve/kernels/register_tiles.hpp"

namespace coarsen::gpu {

constexpr int transformTileSide = 128, transformTileSize = transformTileSide * transformTileSide;

/// The answers of a tile for a filter of up to transformTileSide taps across and down.
struct TransformTile {
    int width, height;

    static constexpr TransformTile of(int filterWidth, int filterHeight) {
        const int width = transformTileSide - filterWidth + 1, height = transformTileSide - filterHeight + 1;
        return {width > wholeSector ? width / wholeSector * wholeSector : width, height};
    }

private:
    static constexpr int wholeSector = 8;  // floats that memory hands over at once: tiles begin on one
};

/// The shared memory of a block.
std::size_t transformTileBytes();

/// The spectrum that runTransformTiles takes, transformTileSize values in an order of its own; `taps` row by row, on the device.
cudaError_t makeTileSpectrum(const float* taps, int filterWidth, int filterHeight, float2* spectrum, cudaStream_t stream);

/// Writes the sums at all places, whatever task.adds says.
cudaError_t runTransformTiles(const FilterTask& task, const TransformTile& tile, const float2* spectrum, cudaStream_t stream);

}  // namespace coarsen::gpu
