// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/settings/field.hpp"
#include "core/volume/volume.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace coarsen {

/// Two volumes of a structure of two phases that a smooth flow has moved, and, if wanted, time has changed.
struct FlowPairSettings {
    VolumeSize size{64, 64, 64};  ///< a depth of 1 gives a plane
    double wavelength = 14;       ///< of the structure, voxels
    double maxU = 4;              ///< the longest displacement, voxels
    double flowScale = 18;        ///< voxels over which the flow turns: the standard deviation of its Gaussian covariance
    double noise = 0;             ///< white, of each volume, in units of the contrast between the phases
    double kept = 1;              ///< correlation of the fields whose level sets the two structures are; 1: nothing but the flow
    std::array<double, 3> drift{};  ///< added to the flow everywhere
    std::uint64_t seed = 1;

    static const Fields<FlowPairSettings>& fields();
};

/// moved(x) = fixed(x - u(x)) where nothing is kept from it: both are sums of plane waves evaluated at the place itself, so the
/// truth knows no interpolation. The phases have the values 0 and 1.
struct FlowPair {
    Volume fixed, moved;
    std::array<std::vector<float>, 3> u;  ///< voxels, laid out as the volumes
    double rho = 1;                       ///< correlation of the two structures in the material's frame, without noise
};

FlowPair flowPair(const FlowPairSettings& settings, int threads = 0);

/// Writes fixed.nii, moved.nii, u.nii (the truth), truth.csv (u at every 4th voxel) and truth.json into a new or empty folder.
/// Throws StorageError.
void writeFlowPair(const std::filesystem::path& folder, const FlowPairSettings& settings, int threads = 0);

}  // namespace coarsen
