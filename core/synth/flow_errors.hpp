// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/volume.hpp"

#include <array>
#include <vector>

namespace coarsen {

/// How far displacements are off their truth, voxels, in no order. Of none, as in a volume of 9 voxels a side, nothing is known:
/// NaN.
struct EndPointErrors {
    std::vector<float> of;

    double mean() const;
    double percentile(double part) const;  ///< of `of` in order of size
    double largest() const { return percentile(1); }
};

/// Errors of the voxels that are and were more than 4 from every face: nearer to it nobody can tell what came in from outside.
EndPointErrors endPointErrors(const VolumeSize& size, const std::array<std::vector<float>, 3>& u,
                              const std::array<std::vector<float>, 3>& truth, int threads = 0);

}  // namespace coarsen
