// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The flatten step: a polynomial background, divided by or subtracted. Plain numbers only: host code in C++20 and device code in
// C++17 meet here.

#include "gpu/preprocess/kernels/grey_plane.hpp"

namespace coarsen::gpu {

/// How many terms a polynomial of that degree has.
constexpr int termsOf(int degree) {
    return (degree + 1) * (degree + 2) / 2;
}
inline constexpr int highestDegree = 6;

/// Use of the background.
enum class LightRemoval { none, division, subtraction };

/// A frame's background.
struct FittedLight {
    double coefficients[termsOf(highestDegree)];
    int degree;
    float level;    ///< mean over the judged pixels
    double pixels;  ///< sum of the judged ones
    bool isEnough;  ///< to divide by
    LightRemoval removal;

    /// True where the background is to be divided by and cannot be: core's flatten step refuses such a frame.
    bool isMissing() const { return removal == LightRemoval::division && !isEnough && pixels > 0; }
};

/// Contrast that tells whether the light multiplies: means over a sample of pixels (core's doesLightMultiply).
struct LightContrast {
    const int* places;  ///< of the sample's pixels
    int count;          ///< of them
    double* partial;    ///< lightContrastPartials() values
    double* means;      ///< of distance, light; logarithm of the relative light, divided distance
};

/// core's polynomialFit in device memory, with what one frame makes of it.
struct FlattenTask {
    GreyPlane raw;
    Rectangle judged;
    int degree;  ///< 0: chosen from the picture
    int side, across, down;
    const double* matrix;  ///< rows x blocks: the fit of `degree`; or those of each degree it may be, then orthogonalPolynomials
    int rows;
    const double* means;  ///< of each term over the judged pixels, one a row of the fits
    double *blockSums, *blockSquares;
    double* fitted;          ///< matrix * sums, then the judged pixels' sum and sum of squares
    LightContrast contrast;  ///< only where the picture says
    unsigned* ticket;        ///< 0 before and after
    FittedLight* light;      ///< the answer
    float* flat;             ///< width * height
};

/// Queues the fit and what follows from it. Where there is no light to divide by, `flat` gets the pixels as they are.
cudaError_t launchFlatten(const FlattenTask& task, cudaStream_t stream);
int lightContrastPartials();

/// Without flatten: the pixels as float32.
cudaError_t launchCopy(const GreyPlane& raw, float* flat, cudaStream_t stream);

}  // namespace coarsen::gpu
