// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/volume_header.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace coarsen::volumes {

/// Slices of a folder whose files say where in space they lie, as those of DICOM do.
struct PlacedSlices {
    std::vector<std::filesystem::path> files;  ///< from one end to the other
    Spacing spacing;                           ///< of the voxels; its depth is the distance of neighbours
    std::optional<Placement> placement;        ///< of the first
    std::string remark;                        ///< remark for the user; else empty
};

/// Puts them in order along their common normal. Nothing where the first file does not say where it lies. Throws InputError where
/// another does not, is turned, has another size of a pixel, or lies where one lies already, and where one
/// seems to be missing.
std::optional<PlacedSlices> placedSlices(const std::filesystem::path& folder, const std::vector<std::filesystem::path>& files);

/// Tells, by the first, the middle and the last of them, whether three or more files are slices that lie one behind the other.
bool areSlicesOfOne(const std::vector<std::filesystem::path>& files);

}  // namespace coarsen::volumes
