// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Sums of products of an 8-bit image with the taps of a filter by the tensor cores. The taps become whole numbers of one, two or
// three bytes; a row of a filter stands in a band matrix, 32 pixels by 8 neighbouring answers, and 16 stretches of a row of the
// image are multiplied by it at once. The sums are whole numbers and exact: all error is the taps' rounding.

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace coarsen::gpu {

/// The taps as band matrices, for each row of the filter, each 32 columns that its band spans and each byte of a tap, in the
/// order in which the lanes of a warp hold them.
struct BandedTaps {
    int width = 0, height = 0;
    int steps = 0;     ///< of 32 columns
    int bytes = 0;     ///< of a tap, 1 to 3
    float scale = 0;   ///< a tap is its whole number times this
    double error = 0;  ///< the taps' rounding, summed without signs, over the sum of the taps without signs
    std::vector<uint2> values;

    /// Taps of as few bytes as hold the taps to `tolerance` (as `error`), else of three.
    static BandedTaps of(const float* taps, int width, int height, double tolerance);
};

/// The padded image has a row pitch of whole 16 bytes and begins on one.
struct ByteTask {
    const std::uint8_t* padded;
    int paddedPitch, paddedHeight;
    float* answer;
    int answerPitch, width, height;
};

/// Shared memory of a block.
std::size_t byteBandsBytes(const BandedTaps& taps);

/// The largest number of taps whose sums of bytes fit 32 bits.
constexpr int mostByteTaps = 2147483647 / (255 * 128);

/// `bands`: the device's copy of `taps.values`.
cudaError_t runByteBands(const ByteTask& task, const BandedTaps& taps, const uint2* bands, cudaStream_t stream);

/// float32 pixels as bytes; sets *other to 1 where one is no whole number from 0 to 255. Both pitches are in pixels.
cudaError_t asBytes(const float* pixels, int pitch, int width, int height, std::uint8_t* bytes, int bytesPitch, int* other,
                    cudaStream_t stream);

}  // namespace coarsen::gpu
