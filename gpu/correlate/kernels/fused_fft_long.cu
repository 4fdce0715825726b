// SPDX-License-Identifier: GPL-3.0-or-later
// One part of the lengths of fused_fft_kernels.cuh: they are compiled apart because each takes the compiler long.
#include "gpu/correlate/kernels/fused_fft_kernels.cuh"

namespace coarsen::gpu {

FusedFftLength fusedFftLong(int k) {
    switch (k) {
        case 10:
            return fusedFftLength<10>();
        case 12:
            return fusedFftLength<12>();
        case 14:
            return fusedFftLength<14>();
        case 16:
            return fusedFftLength<16>();
        default:
            return {};
    }
}

}  // namespace coarsen::gpu
