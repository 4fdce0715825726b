// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/volume.hpp"

namespace coarsen {

/// Over the valid voxels of a volume.
struct VolumeStatistics {
    double validVoxels = 0, mean = 0;
    double energy = 0, energyAboutMean = 0;  ///< sums of squares
    float lowest = 0, highest = 0;
    bool areWholeNumbers = true;
};
/// The same to the last bit with any number of threads (0: all cores).
VolumeStatistics statisticsOf(const Volume& volume, int threads = 1);

}  // namespace coarsen
