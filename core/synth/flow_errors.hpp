// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/volume.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace coarsen {

/// How far displacements are off their truth, voxels, in order of size.
struct EndPointErrors {
    std::vector<double> sorted;

    double mean() const;
    double percentile(double part) const;
    double largest() const { return sorted.back(); }
};

/// Of the voxels that are and were more than 4 from every face: nearer to it nobody can tell what came in from outside.
EndPointErrors endPointErrors(const VolumeSize& size, const std::array<std::vector<float>, 3>& u,
                              const std::array<std::vector<float>, 3>& truth);

}  // namespace coarsen
