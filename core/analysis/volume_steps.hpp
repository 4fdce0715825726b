// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preprocess/volume_context.hpp"
#include "core/recipe/recipe.hpp"
#include "core/volume/voxel_box.hpp"

#include <string>
#include <string_view>

namespace coarsen {

std::string sizeText(const VolumeSize& size);  ///< "96 × 96 × 48"

/// The recipe for a series of volumes that is new: steps made for pictures are off, and so is flatten, which treats each slice
/// by itself: right for light, wrong for densities.
Recipe recipeForVolumes(Recipe recipe);

/// Throws SettingError where a step is on that does nothing to volumes.
void requireForVolumes(const Recipe& recipe);

/// Why a setting decides nothing where the frames are volumes, or pictures, as a sentence; empty where it counts.
std::string whyIdleOnVolumes(const Recipe& recipe, std::string_view key);
std::string whyIdleOnPictures(const Recipe& recipe, std::string_view key);

/// The part of a volume of that size that its steps leave to be measured; may have no voxel. Of `anyFrame`: at least as large as
/// that of each.
VoxelBox keptBox(const VolumeSize& size, const Recipe& recipe, int frame);
VolumeSize finalSize(const VolumeSize& size, const Recipe& recipe);  ///< of anyFrame

/// The volume after all steps, in the recipe's order. Throws SettingError: nothing of it is left; InputError as the steps.
Volume finalVolume(const Volume& raw, const Recipe& recipe, const VolumeContext& context);

/// The recipe without the steps that only choose which part is measured: what it makes of the whole volume.
Recipe withoutParts(const Recipe& recipe);

/// Text that says what the steps make of a volume's voxels: two equal volumes with equal texts are equal after all steps. Empty
/// where no step changes any.
std::string keyOfVoxels(const Recipe& recipe, const VolumeContext& context);

}  // namespace coarsen
