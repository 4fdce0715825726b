// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What stands around cuFFT's transforms: planes into a zero-padded array, products of spectra, answers out of it.

#include "gpu/correlate/kernels/fused_fft.hpp"

namespace coarsen::gpu {

/// Planes `plane`, `plane` + step, ..., one a frame, centred and masked, each into the upper left of a rows x paddedWidth array;
/// the rest becomes 0.
struct PadTask {
    DevicePlanes planes;
    int plane, step, frames, channels;
    int width, height, paddedWidth, rows;
};
cudaError_t padPlanes(const PadTask& task, float* padded, cudaStream_t stream);

/// sums += a conj(b), or = where it is the first channel.
cudaError_t addSpectra(const float2* a, const float2* b, std::size_t size, bool isFirst, float2* sums, cudaStream_t stream);

/// The lags' part of padded arrays, one a frame, scaled: row Y0 = minY + i of an answer is row (Y0 + rows) % rows of its array.
struct CropTask {
    int frames, paddedWidth, rows, minY, maxLag;
    float scale;
};
cudaError_t cropAnswers(const CropTask& task, const float* padded, float* answers, cudaStream_t stream);

}  // namespace coarsen::gpu
