// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the benchmark compares with: the paper's GPU programs as their authors meant them, and the chip's own ceilings.

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace coarsen::gpu {

struct BaselineShape {
    int width, height, maxLag;
};

/// Listing 1 of the paper (read as meant: blockIdx where it prints blockDim): a block for each pair of rows (y, y + Y0), both in
/// shared memory, the second with R zeros on each side; a thread for each X0 runs along them, then adds its sum to C2D.
/// `sums` must be 0. R up to 511.
cudaError_t listing1(const BaselineShape& shape, const std::uint8_t* pixels, float* sums, cudaStream_t stream);

/// The same in the arithmetic and over the rows that are printed: each row's mean product times 100, rounded to a whole number,
/// for y from 0 to H - R + 1 and Y0 below R, in 32 bits; the texture's edge repeats. `sums`: 2 R + 1 times R. Width up to 800, R
/// up to 256.
cudaError_t listing1AsPrinted(const BaselineShape& shape, const std::uint8_t* pixels, int* sums, cudaStream_t stream);

/// The paper's earlier version without atomics (its section 3): every row's sums go to `lines`, height times as many as `sums`,
/// and a second kernel adds them up.
cudaError_t listing1TwoKernels(const BaselineShape& shape, const std::uint8_t* pixels, float* lines, float* sums,
                               cudaStream_t stream);

/// The paper's first kernel (section 4.3), a thread for each lag: the image from global memory, and from a texture as theirs.
cudaError_t lagOfThread(const BaselineShape& shape, const std::uint8_t* pixels, float* sums, cudaStream_t stream);
cudaError_t lagOfThreadFromTexture(const BaselineShape& shape, cudaTextureObject_t image, float* sums, cudaStream_t stream);

/// Keeps the multiply-adders, or the tensor cores' byte products, busy without touching memory; the number of multiply-adds.
double spinFloats(int multiprocessors, float* sink, cudaStream_t stream);
double spinBytes(int multiprocessors, int* sink, cudaStream_t stream);

}  // namespace coarsen::gpu
