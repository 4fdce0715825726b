// SPDX-License-Identifier: GPL-3.0-or-later
// Linked instead of simd_x86.cpp on other processors.
#include "core/convolve/simd_kernels.hpp"

namespace coarsen {

ConvolutionKernelList usableConvolutionKernels() {
    return {{&portableConvolution}, 1};
}

}  // namespace coarsen
