// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/register/kernels/voxels.cuh"

namespace coarsen::gpu {

struct Greatest {
    __device__ Sums<1> operator()(const Sums<1>& a, const Sums<1>& b) const { return {fmax(a.of[0], b.of[0])}; }
};

/// Keeps w = v - v . grad u of a voxel, from the derivatives of u's components; |w|^2.
template <typename Number>
__device__ inline float carryVoxel(const Motion<Number>& velocity, const float (&along)[3][3], Index i, const float (&v)[3]) {
    float square = 0;
#pragma unroll
    for (int k = 0; k < 3; ++k) {
        const float w = v[k] - (v[0] * along[k][0] + v[1] * along[k][1] + v[2] * along[k][2]);
        velocity.along[k][i] = static_cast<Number>(w);
        square += w * w;
    }
    return square;
}

}  // namespace coarsen::gpu
