// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Parts that the kernels of an evaluation have in common: a voxel's step, regularisation and pull.

#include "gpu/register/kernels/registration.hpp"
#include "gpu/register/kernels/sampling.cuh"

namespace coarsen::gpu {

/// Largest component of a force as it is kept in half precision.
inline constexpr float mostHalf = 6e4F;

/// A step as the kernels see it.
template <typename Number>
struct Step {
    FieldPointers accepted;
    Motion<Number> velocity;
    double reach;
    const double* largestSquare;
};

/// Factor of `velocity`, so that its largest vector is `reach` long.
template <typename Number>
__device__ inline float strideOf(const Step<Number>& step) {
    const double most = *step.largestSquare;
    return most > 0 ? static_cast<float>(step.reach / sqrt(most)) : 0;
}

/// Where a step starts: a displacement and the velocity there.
template <typename Number>
struct Start {
    float u[3];
    Number w[3];

    __device__ float velocity(int axis) const { return static_cast<float>(w[axis]); }
    __device__ float after(float stride, int axis) const { return u[axis] + stride * velocity(axis); }
};

template <typename Number>
__device__ inline Start<Number> fetchStart(const Step<Number>& step, Index i) {
    Start<Number> there;
#pragma unroll
    for (int k = 0; k < 3; ++k)
        there.u[k] = step.accepted.along[k][i], there.w[k] = step.velocity.along[k][i];
    return there;
}

/// The regulariser at a voxel of this J: (J - 1) log J and its derivative.
struct Regularisation {
    float j, energy, slope;
};

__device__ inline Regularisation regularisationOf(float j) {
    constexpr float leastJ = 1e-6F;
    const float held = fmaxf(j, leastJ), logarithm = logf(held);
    return {j, (held - 1) * logarithm, 1 + logarithm - 1 / held};
}

/// Sums over a thread's voxels, so few that float32 does.
struct Differences {
    float squares = 0, voxels = 0;

    /// Factor that makes the gradient there the force; counts the voxel.
    __device__ float scaleOf(const Sample& fixed, float moved, const ForceOver& over) {
        const float difference = fixed.value - moved, square = difference * difference;
        squares += square;
        voxels += 1;
        return difference / (over.squares * (fixed.x * fixed.x + fixed.y * fixed.y + fixed.z * fixed.z + square) + over.constant);
    }
    __device__ Sums<2> sums() const { return {static_cast<double>(squares), static_cast<double>(voxels)}; }
};

__device__ inline void writeToHost(const HostSums& hostSums) {
#pragma unroll
    for (const SumRoom& room : hostSums.before)
#pragma unroll
        for (int i = 0; i < HostSums::count; ++i)
            room.answer[i] = room.kept[i];
}

}  // namespace coarsen::gpu
