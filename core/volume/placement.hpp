// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/said.hpp"

#include <array>
#include <string>
#include <vector>

namespace coarsen {

struct VolumeHeader;

/// Where a volume's voxels lie in the space that its header speaks of. Nothing is turned by it: x, y and z are always those in
/// which voxels are stored.
struct Placement {
    std::array<std::array<double, 3>, 3> axes{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};  ///< where x, y and z run, each of length 1
    std::array<double, 3> origin{};                                                ///< of the first voxel, in the file's unit

    bool isTurned() const;  ///< an axis of the voxels is none of the space's
};

/// Differences between two headers as to where their voxels lie and how large they are, for who compares them voxel by voxel:
/// orient.differs (flips, exchanged or turned axes, origins; only of one format, for formats have spaces of their own) and
/// size.differs. The names are the files'.
std::vector<Said> whatDiffers(const std::string& name, const VolumeHeader& header, const std::string& otherName,
                              const VolumeHeader& other);

}  // namespace coarsen
