// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/correlate/simd_x86.hpp"

namespace coarsen {

SimdKernelList usableKernels() {
    SimdKernelList list{};
    const bool hasAvx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw");
    if (hasAvx512 && __builtin_cpu_supports("avx512vnni")) list.kernels[list.size++] = &avx512VnniKernels;
    if (hasAvx512) list.kernels[list.size++] = &avx512Kernels;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) list.kernels[list.size++] = &avx2Kernels;
    list.kernels[list.size++] = &portableKernels;
    return list;
}

}  // namespace coarsen
