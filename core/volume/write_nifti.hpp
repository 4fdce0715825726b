// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/placement.hpp"
#include "core/volume/volume.hpp"

#include <array>
#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>

namespace coarsen {

/// Both write NIfTI-1 of 32-bit floats with the size of a voxel (µm, or no unit where that is not known), packed where the name
/// ends in .gz, beside the file and renamed. `description`: up to 79 letters of the header. They throw StorageError where the
/// file cannot be written, SettingError where a side is longer than the format can say (32767). They give false, and write
/// nothing, after a stop, which packing looks at.

/// `placement`: where the voxels lie, as niftiPlacement gives it; nothing: along the axes from 0 on.

/// A volume. Voxels that are masked become NaN, which readVolume masks again.
bool writeNifti(const std::filesystem::path& file, const Volume& volume, std::string_view description = {},
                const std::stop_token& stop = {}, const std::optional<Placement>& placement = {});

/// The mask of a volume in a file of its own: 1 where a voxel is valid, else 0, for readers that take NaN for a number (ITK: 0).
/// Where all voxels are valid nothing is written, and a mask of before is removed.
void writeNiftiMask(const std::filesystem::path& mask, const Volume& volume, const std::optional<Placement>& placement = {});

/// Path of such a mask: "phi_mask.nii" beside phi.nii, "phi_mask.nii.gz" beside phi.nii.gz.
std::filesystem::path niftiMaskOf(const std::filesystem::path& file);

/// A vector at every voxel: five axes, intent "vector". Each component has a value for every voxel, x fastest; readVolume reads
/// them as channels 0, 1, 2.
bool writeNiftiVectors(const std::filesystem::path& file, const VolumeSize& size, const Spacing& spacing,
                       const std::array<std::span<const float>, 3>& components, std::string_view description = {},
                       const std::stop_token& stop = {}, const std::optional<Placement>& placement = {});

}  // namespace coarsen
