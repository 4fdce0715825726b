// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Lag sums of float32 planes by plain multiplication, kept in registers: C(X0, Y0) = sum a(x, y) b(x - X0, y - Y0) for
// |X0| <= R, 0 <= Y0 <= R. Each row's sum goes into a second accumulator, and those are added up in double.

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace coarsen::gpu {

struct FloatSumsShape {
    int width, height, maxLag;
    int sharedBytesPerBlock;  ///< limit of the device
    int multiprocessors;

    int lagGroups() const { return (2 * maxLag + 1 + 511) / 512; }  ///< 512 lags in a warp's registers
    int coarsePitch() const { return (width + 7) / 8 * 8; }         ///< floats a row
    int finePitch() const { return (coarsePitch() + 512 * lagGroups() + 32) / 16 * 20; }
    std::size_t coarseSize() const { return static_cast<std::size_t>(height) * coarsePitch(); }
    std::size_t fineSize() const { return static_cast<std::size_t>(height) * finePitch(); }
    std::size_t sumsSize() const { return static_cast<std::size_t>(maxLag + 1) * (2 * maxLag + 1); }

    int segmentWidth() const;  ///< of the part of a row that a block works on, pixels
    int segments() const { return (coarsePitch() + segmentWidth() - 1) / segmentWidth(); }
    int rowsPerBlock() const;
    int parts() const { return segments() * ((height + rowsPerBlock() - 1) / rowsPerBlock()); }
    std::size_t partsSize() const { return static_cast<std::size_t>(parts()) * sumsSize(); }
};

/// A plane in device memory; what counts is valid ? pixel - mean : 0.
struct FloatPlane {
    const float* pixels;
    const std::uint8_t* mask;  ///< null: all valid
    float meanHigh, meanLow;
};

/// Lays a plane out as operand a (coarse) or b (fine: the lags' margins, and 4 unused floats after each 16, so that a warp's
/// reads meet no bank twice).
cudaError_t layOutCoarse(const FloatSumsShape& shape, const FloatPlane& plane, float* coarse, cudaStream_t stream);
cudaError_t layOutFine(const FloatSumsShape& shape, const FloatPlane& plane, float* fine, cudaStream_t stream);

/// Writes the lag sums to `sums`, rows of 2R+1 from Y0 = 0 on; `parts` is room for partsSize() floats.
cudaError_t floatSums(const FloatSumsShape& shape, const float* coarse, const float* fine, float* parts, double* sums,
                      cudaStream_t stream);

}  // namespace coarsen::gpu
