// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Sums of products of a float32 image with the taps of a filter, in tiles: the neighbourhood of a block's answers and the taps
// in shared memory, 3 rows of 8 answers of a thread in registers. Taps go by in chunks of 8 columns and 4 rows that are in
// registers too, so that a read from shared memory feeds 20 multiply-adds and more.

#include <cuda_runtime_api.h>

#include <cstddef>
#include <vector>

namespace coarsen::gpu {

/// answer (+)= the sums at all places; the padded image has a row pitch of whole 16 bytes and begins on one.
struct FilterTask {
    const float* padded;
    int paddedPitch, paddedWidth, paddedHeight;  ///< floats; what lies beyond width, in whole fours, and height is not read
    float* answer;
    int answerPitch, width, height;
    bool adds;
};

/// The taps as the kernel reads them: chunk after chunk of columns (8 each, then at most one of 4, then one of 1 to 8), in each
/// row after row, filled with zeros to whole 16 bytes.
struct ChunkedTaps {
    int width = 0, height = 0;
    int eights = 0, fours = 0, last = 0;  ///< chunks of 8 and of 4 columns, columns of the last chunk
    std::vector<float> values;

    /// `taps` row by row, `pitch` a row.
    static ChunkedTaps of(const float* taps, int pitch, int width, int height);
};

constexpr int registerTileWarps[] = {4, 8};  ///< of the blocks that there are
constexpr int registerTileAnswersDown = 3, registerTileAnswersAcross = 8, registerTileRegisters = 80;

/// Floats in a row of the neighbourhood in shared memory: of 8 threads that read at once, 4 lie side by side and 4 three rows
/// below, and none meets another's bank.
constexpr int registerTilePitch(int filterWidth) {
    const int whole = (filterWidth + 127 + 3) / 4 * 4;
    return whole % 8 == 4 ? whole : whole + 4;
}
std::size_t registerTileBytes(const ChunkedTaps& taps, int warps);

/// `taps`: the device's copy of `chunks.values`.
cudaError_t addRegisterTiles(const FilterTask& task, const ChunkedTaps& chunks, const float* taps, int warps,
                             cudaStream_t stream);

/// Filters of up to 13 x 13 as constants of the instructions, the image through the first cache; a filter that is not square
/// counts as the next larger odd square. The padded image must have (13 + 7) rows and 16 floats more than it is read for.
constexpr int smallFilterSide = 13;
cudaError_t runSmallFilter(const FilterTask& task, const float* taps, int filterWidth, int filterHeight, cudaStream_t stream);

}  // namespace coarsen::gpu
