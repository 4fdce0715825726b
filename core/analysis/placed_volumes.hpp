// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recipe/recipe.hpp"
#include "core/series/image_series.hpp"
#include "core/volume/placement.hpp"

#include <optional>

namespace coarsen {

/// Where the voxels lie that the recipe's steps leave of a frame, as NIfTI has it: its file's header, moved to the first voxel
/// that is kept. Nothing where the files state no place. A frame that Align moves back lies where it was moved to. Throws
/// InputError where the header cannot be read.
std::optional<Placement> finalPlacement(const ImageSeries& series, int frame, const Recipe& recipe,
                                        const Calibration& calibration);

}  // namespace coarsen
