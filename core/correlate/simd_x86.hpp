// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/simd_kernels.hpp"

namespace coarsen {

extern const SimdKernels avx2Kernels, avx512Kernels, avx512VnniKernels;

}  // namespace coarsen
