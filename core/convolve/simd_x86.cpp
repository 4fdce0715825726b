// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convolve/simd_x86.hpp"

namespace coarsen {

ConvolutionKernelList usableConvolutionKernels() {
    ConvolutionKernelList list{};
    if (__builtin_cpu_supports("avx512f")) list.kernels[list.size++] = &avx512Convolution;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) list.kernels[list.size++] = &avx2Convolution;
    list.kernels[list.size++] = &portableConvolution;
    return list;
}

}  // namespace coarsen
