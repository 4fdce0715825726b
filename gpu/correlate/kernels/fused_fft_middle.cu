// SPDX-License-Identifier: GPL-3.0-or-later
// One part of the lengths of fused_fft_kernels.cuh: they are compiled apart because each takes the compiler long.
#include "gpu/correlate/kernels/fused_fft_kernels.cuh"

namespace coarsen::gpu {

FusedFftLength fusedFftMiddle(int k) {
    switch (k) {
        case 6:
            return fusedFftLength<6>();
        case 7:
            return fusedFftLength<7>();
        case 8:
            return fusedFftLength<8>();
        case 9:
            return fusedFftLength<9>();
        default:
            return {};
    }
}

}  // namespace coarsen::gpu
