// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recipe/recipe.hpp"
#include "core/volume/volume.hpp"

#include <stop_token>
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
std::string whyIdleOnPictures(std::string_view key);

/// The size that the steps leave of a volume of that size; where its crop differs by the frame, at most.
VolumeSize finalSize(const VolumeSize& size, const Recipe& recipe);

/// The volume of that frame after all steps: flatten on each slice, bleach, align by that drift, crop. Throws SettingError:
/// nothing of it is left, InputError as the steps.
Volume finalVolume(const Volume& raw, const Recipe& recipe, int frame, const FrameDrift& drift, int threads,
                   std::stop_token stop = {});

}  // namespace coarsen
