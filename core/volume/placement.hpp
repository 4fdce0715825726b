// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/said.hpp"
#include "core/volume/volume.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace coarsen {

struct VolumeHeader;

/// Where a volume's voxels lie in the space that its header speaks of. Nothing is turned by it: x, y and z are always those in
/// which voxels are stored.
struct Placement {
    std::array<std::array<double, 3>, 3> axes{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};  ///< where x, y and z run, each of length 1
    std::array<double, 3> origin{};                                                ///< of the first voxel, in the file's unit
    double perUnit = 1;  ///< that unit in the one of VolumeHeader::spacing

    bool isTurned() const;  ///< an axis of the voxels is none of the space's
};

/// Differences between two headers as to where their voxels lie and how large they are, for who compares them voxel by voxel:
/// orient.differs (flips, exchanged or turned axes, origins; only of one format, for formats have spaces of their own) and
/// size.differs. The names are the files'.
std::vector<Said> whatDiffers(const std::string& name, const VolumeHeader& header, const std::string& otherName,
                              const VolumeHeader& other);

/// Placement as NIfTI has it, of voxels of these sides, with its origin in their unit: MetaImage and DICOM count x and y the
/// other way. Sides that were stated anew leave the origin as many voxels away as it was. Nothing where the header has none.
std::optional<Placement> niftiPlacement(const VolumeHeader& header, const Spacing& sides);

/// Order of the axes of one volume in that of another, which is placed in the same space.
struct AxisOrder {
    std::array<std::size_t, 3> from{0, 1, 2};  ///< for each axis of the other the one of this volume that lies nearest to it
    std::array<bool, 3> isReversed{};          ///< that runs the other way
    double turnedDegrees = 0;                  ///< the largest angle that is left between two axes

    bool isStraight() const { return from == std::array<std::size_t, 3>{0, 1, 2} && isReversed == std::array<bool, 3>{}; }
};
AxisOrder axisOrder(const Placement& volume, const Placement& other);

/// Voxels, sides and place in that order of axes. Both copy.
Volume inOrder(const Volume& volume, const AxisOrder& order);
VolumeHeader inOrder(const VolumeHeader& header, const AxisOrder& order);

/// A volume laid as another, with what differs in their headers all the same.
struct LaidVolume {
    Volume volume;
    std::vector<Said> said;
};

/// Brings `volume` into the order and direction of the other's axes where both headers, of one format, say that it is mirrored or
/// that its axes are exchanged: orient.mended. Throws InputError where it is turned by more than 1 degree. The names are the
/// files'.
LaidVolume laidAs(const std::string& otherName, const VolumeHeader& other, const std::string& name, const VolumeHeader& header,
                  const Volume& volume);

}  // namespace coarsen
