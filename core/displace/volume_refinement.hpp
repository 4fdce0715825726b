// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/volume.hpp"

#include <limits>
#include <stop_token>

namespace coarsen {

/// How far one volume's content sits from another's, in voxels along each axis.
struct VolumeShift {
    double x = std::numeric_limits<double>::quiet_NaN(), y = x, z = x;
    double likeness = 0;  ///< correlation of the two where they overlap once the shift is undone, -1 to 1

    bool isFound() const { return x == x; }
};

/// The shift that makes moved(x + shift) = contrast * here(x) + level best, by Gauss and Newton from a start within about half a
/// voxel; what lies beyond a volume's faces does not bear on it, as it does on the peak of a correlation. Read by Catmull and
/// Rom's cubics. The start, with its likeness, where the steps lead farther than 1.5 voxels away. None without enough common
/// voxels, or after a stop.
VolumeShift refinedShift(const Volume& here, const Volume& moved, const VolumeShift& start, int threads,
                         std::stop_token stop = {});

}  // namespace coarsen
