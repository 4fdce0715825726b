// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/convolve/simd_kernels.hpp"

namespace coarsen {

extern const ConvolutionKernels avx2Convolution, avx512Convolution;

}  // namespace coarsen
