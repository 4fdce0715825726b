// SPDX-License-Identifier: GPL-3.0-or-later
// One part of the lengths of fused_fft_kernels.cuh: they are compiled apart because each takes the compiler long.
#include "gpu/correlate/kernels/fused_fft_kernels.cuh"

namespace coarsen::gpu {

FusedFftLength fusedFftShort(int k) {
    switch (k) {
        case 1:
            return fusedFftLength<1>();
        case 2:
            return fusedFftLength<2>();
        case 3:
            return fusedFftLength<3>();
        case 4:
            return fusedFftLength<4>();
        case 5:
            return fusedFftLength<5>();
        default:
            return {};
    }
}

}  // namespace coarsen::gpu
