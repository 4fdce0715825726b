// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace coarsen {

/// Numbers from which values between voxels are made: coefficients of the cubic B-spline, or the values themselves, x fastest,
/// with one more before the volume and two behind it along each axis. `first` is the one before the first voxel along all three;
/// rows and slices are so many numbers apart.
struct InterpolationNumbers {
    const float* first;
    std::ptrdiff_t row, slice;
};

/// `count` places in voxels, each within the volume: 0 to side - 1 along each axis.
struct InterpolationPlaces {
    const float *x, *y, *z;
    std::size_t count;
};

/// As many values, and their derivatives along each axis per voxel.
struct InterpolationAnswers {
    float *value, *x, *y, *z;
};

/// Cubic B-spline and its own gradient (Unser 1999).
void interpolateCubically(const InterpolationNumbers& numbers, const InterpolationPlaces& places, const InterpolationAnswers& to);
/// Between the eight neighbours; the gradient between their centred differences.
void interpolateLinearly(const InterpolationNumbers& numbers, const InterpolationPlaces& places, const InterpolationAnswers& to);

}  // namespace coarsen
