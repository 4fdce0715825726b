// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The flatten step: division by a polynomial. Plain numbers only: host code in C++20 and device code in C++17 meet here.

#include "gpu/preprocess/kernels/grey_plane.hpp"

namespace coarsen::gpu {

/// core's PolynomialFit in device memory, with what one frame makes of it.
struct FlattenTask {
    GreyPlane raw;
    Rectangle judged;
    int order, side, across, down;
    const double* matrix;  ///< terms x blocks
    const double* means;   ///< one a term
    double* blockSums;     ///< across * down
    double* fitted;        ///< the terms' coefficients, then the sum of all judged pixels
    float* flat;           ///< width * height

    int terms() const { return (order + 1) * (order + 2) / 2; }
};

/// Queues the fit and the division. Where there is no light to divide by, `flat` gets the pixels as they are.
cudaError_t launchFlatten(const FlattenTask& task, cudaStream_t stream);

/// Below this part of the judged pixels' mean, the mean background is no light to divide by, as in core's flatten step.
inline constexpr double leastLevel = 0.02;

/// Without flatten: the pixels as float32.
cudaError_t launchCopy(const GreyPlane& raw, float* flat, cudaStream_t stream);

}  // namespace coarsen::gpu
