// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What is done to a volume before it is measured: plain functions from a volume to a new one.

#include "core/preprocess/bleach.hpp"
#include "core/preprocess/flatten.hpp"
#include "core/volume/volume.hpp"

#include <limits>
#include <stop_token>
#include <vector>

namespace coarsen {

/// A box of voxels; width, height or depth 0 reach to the face.
struct VolumeCrop {
    int x = 0, y = 0, z = 0;
    int width = 0, height = 0, depth = 0;
    bool operator==(const VolumeCrop&) const = default;
};
/// Throws SettingError where nothing of the volume is in it.
Volume cropped(const Volume& volume, const VolumeCrop& crop);

/// Each slice as the step `flatten` does with an image: a wide Gaussian's quotient or difference, a polynomial, a rolling ball;
/// the slice's own level stays. The volume itself after a stop. Throws what the step throws.
Volume flattenedSlices(const Volume& volume, const Flatten& flatten, int threads, std::stop_token stop = {});

/// Bleaching and depth: every slice's mean over its valid voxels becomes the volume's. Slices without a valid voxel stay. Throws
/// InputError: a slice to be scaled whose mean is not above 0.
Volume withEvenSlices(const Volume& volume, SliceLevel level);

/// Voxels that are not measured, beside those that are not already.
struct VolumeMasking {
    double lowest = -std::numeric_limits<double>::infinity();  ///< grey values below or above are not measured
    double highest = std::numeric_limits<double>::infinity();
    std::vector<int> slices;  ///< nor are these slices, counted from 0
    bool operator==(const VolumeMasking&) const = default;
};
/// Throws SettingError: a slice that the volume does not have.
Volume masked(const Volume& volume, const VolumeMasking& masking);

}  // namespace coarsen
