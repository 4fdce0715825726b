// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What stands around cuFFT's transforms of volumes: fields of a box into a zero-padded room, products of spectra, sums out of it.
// `Real` is float or double.

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace coarsen::gpu {

enum class FieldOfVoxels { centred, squared, valid };

/// Sides along x, y and z.
struct Sides {
    int x, y, z;
};

/// A field of the box whose first voxel is `values`, into the room's corner; the rest becomes 0. Rows of the room are
/// 2 (padded.x / 2 + 1) long.
struct FieldTask {
    const float* values;
    const std::uint8_t* valid;  ///< null: all
    std::size_t row, slice;     ///< of the volume, voxels
    Sides box, padded;
    FieldOfVoxels field;
    double mean, scale;  ///< (value - mean) * scale
};
template <typename Real>
cudaError_t padField(const FieldTask& task, Real* room, cudaStream_t stream);

/// a = |a|^2, or a conj(b), of `size` complex numbers.
template <typename Complex>
cudaError_t multiplyByConjugate(Complex* a, const Complex* b, std::size_t size, cudaStream_t stream);

/// Offsets |X| <= reach.x, |Y| <= reach.y, minZ <= Z <= reach.z out of the room, X fastest.
struct OffsetsTask {
    Sides reach, padded;
    int minZ;
};
template <typename Real>
cudaError_t takeOffsets(const OffsetsTask& task, const Real* room, Real* sums, cudaStream_t stream);

}  // namespace coarsen::gpu
