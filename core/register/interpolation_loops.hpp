// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace coarsen {

/// The numbers that values between voxels are made of, the 4 x 4 x 4 of a place side by side: `row` and `slice` apart.
struct InterpolationNumbers {
    const float* first;
    std::ptrdiff_t row, slice;
};

/// `count` places, each within the volume.
struct InterpolationPlaces {
    const float *x, *y, *z;
    std::size_t count;
};

/// A value and its derivatives at each place.
struct InterpolationAnswers {
    float *value, *x, *y, *z;
};

void interpolateCubically(const InterpolationNumbers& numbers, const InterpolationPlaces& places, const InterpolationAnswers& to);
void interpolateLinearly(const InterpolationNumbers& numbers, const InterpolationPlaces& places, const InterpolationAnswers& to);

}  // namespace coarsen
