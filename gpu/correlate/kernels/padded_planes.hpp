// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What stands around cuFFT's transforms: planes into a zero-padded array, products of spectra, answers out of it.

#include "gpu/correlate/kernels/fused_fft.hpp"

namespace coarsen::gpu {

/// Plane `plane` of `planes`, centred and masked, into the upper left of a rows x paddedWidth array; the rest becomes 0.
cudaError_t padPlane(const DevicePlanes& planes, int plane, int channels, int width, int height, int paddedWidth, int rows,
                     float* padded, cudaStream_t stream);

/// sums += a conj(b), or = where it is the first channel.
cudaError_t addSpectra(const float2* a, const float2* b, std::size_t size, bool isFirst, float2* sums, cudaStream_t stream);

/// The lags' part of a padded array, scaled: row Y0 = minY + i of the answer is row (Y0 + rows) % rows of the array.
cudaError_t cropAnswer(const float* padded, int paddedWidth, int rows, int minY, int maxLag, float scale, float* answer,
                       cudaStream_t stream);

}  // namespace coarsen::gpu
