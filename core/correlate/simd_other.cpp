// SPDX-License-Identifier: GPL-3.0-or-later
// Linked instead of simd_x86.cpp on other processors.
#include "core/correlate/simd_kernels.hpp"

namespace coarsen {

SimdKernelList usableKernels() {
    return {{&portableKernels}, 1};
}

}  // namespace coarsen
