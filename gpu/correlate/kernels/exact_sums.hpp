// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Lag sums of bytes, exact, by the tensor cores: C(X0, Y0) = sum a(x, y) b(x - X0, y - Y0) for |X0| <= R, 0 <= Y0 <= R.
// The product of two matrices that are views of the same rows: with a's row shifted by 8 m down one side and b's row by n along
// the other, sum over u of a(u + 8 m) b(u + n) is the lag 8 m - n, and no element of the product is wasted.

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace coarsen::gpu {

/// Byte of a pixel that takes part; `one` counts pixels.
enum class BytePart { whole, low, high, one };

struct ExactSumsShape {
    int width, height, maxLag;
    int sharedBytesPerBlock;  ///< limit of the device
    int multiprocessors;

    int firstLag() const;                                ///< of m = 0, n = 0; a multiple of 4
    int tiles() const;                                   ///< of 16 m each
    int steps() const { return (width + 8 + 31) / 32; }  ///< of 32 pixels
    // Bytes a row, multiples of 16:
    int coarsePitch() const { return 32 * steps() + 128 * tiles() + 160; }
    int finePitch() const { return 32 * steps() + 16; }
    std::size_t coarseSize() const { return static_cast<std::size_t>(height) * coarsePitch(); }
    std::size_t fineSize() const { return static_cast<std::size_t>(height) * 4 * finePitch(); }
    std::size_t sumsSize() const { return static_cast<std::size_t>(maxLag + 1) * (2 * maxLag + 1); }
};

/// A plane of pixels in device memory: bytes, or 16-bit words of which a part is taken; masked pixels count as 0.
struct BytePlane {
    const void* pixels;
    const std::uint8_t* mask;  ///< null: all valid
    bool isWord;
    BytePart part;
};

/// Lays a plane out as the coarse operand (a) or as the fine one (b: four copies, each a pixel further on).
cudaError_t layOutCoarse(const ExactSumsShape& shape, const BytePlane& plane, std::uint8_t* coarse, cudaStream_t stream);
cudaError_t layOutFine(const ExactSumsShape& shape, const BytePlane& plane, std::uint8_t* fine, cudaStream_t stream);

/// Adds the lag sums, times 2^shift, to `sums`: rows of 2R+1 from Y0 = 0 on.
cudaError_t addExactSums(const ExactSumsShape& shape, const std::uint8_t* coarse, const std::uint8_t* fine, int shift,
                         unsigned long long* sums, cudaStream_t stream);

}  // namespace coarsen::gpu
